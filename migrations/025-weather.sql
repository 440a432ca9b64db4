-- Weather of a system's place, from a service; rain that people typed in; and which of the two counts on a day.

create table weather_hours (
  system_id integer not null references systems (id) on delete cascade,
  -- end of the hour that rain and radiation are sums and means of
  at timestamptz not null,
  source text not null check (source = 'model'),
  temperature_c real,
  dew_point_c real,
  -- at 10 m
  wind_m_s real,
  radiation_w_m2 real,
  rain_mm real,
  rain_chance_pct real,
  -- the source's own, to compare
  source_et_mm real,
  fetched_at timestamptz not null,
  primary key (system_id, at, source)
);

create table weather_days (
  system_id integer not null references systems (id) on delete cascade,
  -- where the system stands
  day date not null,
  source text not null check (source = 'model'),
  max_c double precision,
  min_c double precision,
  rain_mm double precision,
  rain_chance_pct double precision,
  -- short reference
  reference_et_mm double precision,
  et_method text check (et_method in ('penman-monteith', 'hargreaves')),
  -- fetched before it ended
  forecast boolean not null,
  fetched_at timestamptz not null,
  primary key (system_id, day, source)
);

-- when the weather of a system was asked for, and when it is next
create table weather_fetches (
  system_id integer primary key references systems (id) on delete cascade,
  tried_at timestamptz not null,
  fetched_at timestamptz,
  next_at timestamptz not null,
  failure text
);
create index weather_fetches_due on weather_fetches (next_at);

create table typed_rain (
  system_id integer not null references systems (id) on delete cascade,
  day date not null,
  mm double precision not null check (mm between 0 and 500),
  typed_at timestamptz not null,
  primary key (system_id, day)
);

-- somebody decided which source counts on a day; without a row the ladder does
create table rain_choices (
  system_id integer not null references systems (id) on delete cascade,
  day date not null,
  source text not null check (source in ('gauge', 'model')),
  primary key (system_id, day)
);

alter table weather_hours enable row level security;
alter table weather_days enable row level security;
alter table weather_fetches enable row level security;
alter table typed_rain enable row level security;
alter table rain_choices enable row level security;
grant select on weather_hours, weather_days, weather_fetches, typed_rain, rain_choices to headgate_customer;

create policy weather_hours_of_mine on weather_hours for select to headgate_customer
  using (system_id = any ((select acting_systems())::integer[]));
create policy weather_days_of_mine on weather_days for select to headgate_customer
  using (system_id = any ((select acting_systems())::integer[]));
create policy weather_fetches_of_mine on weather_fetches for select to headgate_customer
  using (system_id = any ((select acting_systems())::integer[]));
create policy typed_rain_of_mine on typed_rain for select to headgate_customer
  using (system_id = any ((select acting_systems())::integer[]));
create policy rain_choices_of_mine on rain_choices for select to headgate_customer
  using (system_id = any ((select acting_systems())::integer[]));
