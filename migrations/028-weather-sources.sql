-- Weather from several sources: models at a place, stations near it, files of a farm's own station, gauges that send readings.

-- What was kept of the one service is asked for again, under its place.
drop table weather_hours, weather_days, weather_fetches;

-- Systems within about two kilometres under the same clocks have one place, and share what is asked of services.
create function weather_place(latitude double precision, longitude double precision, time_zone text) returns text
language sql immutable
return round(latitude * 50)::integer || ' ' || round(longitude * 50)::integer || ' ' || time_zone;

-- One stream of weather.
create table weather_origins (
  id integer generated always as identity primary key,
  source text not null check (source in ('forecast', 'archive', 'simulated', 'eccc', 'acis', 'rcc-acis', 'file')),
  -- of a model its place, of a station its code, of a file nothing
  code text not null,
  system_id integer references systems (id) on delete cascade,
  name text not null,
  latitude double precision,
  longitude double precision,
  elevation_m double precision,
  check ((source = 'file') = (system_id is not null))
);
create unique index weather_origins_shared on weather_origins (source, code) where system_id is null;
create unique index weather_origins_of_systems on weather_origins (system_id) where system_id is not null;

create table weather_hours (
  origin_id integer not null references weather_origins (id) on delete cascade,
  -- end of the hour that rain and radiation are sums and means of
  at timestamptz not null,
  temperature_c real,
  dew_point_c real,
  humidity_pct real,
  -- at the height of its instrument
  wind_m_s real,
  radiation_w_m2 real,
  rain_mm real,
  rain_chance_pct real,
  -- the source's own, to compare
  source_et_mm real,
  fetched_at timestamptz not null,
  primary key (origin_id, at)
);

create table weather_days (
  origin_id integer not null references weather_origins (id) on delete cascade,
  -- where the system stands
  day date not null,
  max_c double precision,
  min_c double precision,
  least_humidity_pct double precision,
  -- at 2 m
  wind_m_s double precision,
  radiation_mj double precision,
  rain_mm double precision,
  rain_chance_pct double precision,
  -- sum of chance times amount over the hours
  rain_expected_mm double precision,
  -- short reference
  reference_et_mm double precision,
  et_method text check (et_method in ('penman-monteith', 'hargreaves')),
  -- inputs of the ET that were not measured
  et_estimated text[] not null default '{}',
  -- fetched before it ended
  forecast boolean not null,
  fetched_at timestamptz not null,
  primary key (origin_id, day)
);

-- When a service was asked about a place or a station, and when it is next.
create table weather_fetches (
  service text not null,
  code text not null,
  tried_at timestamptz not null,
  fetched_at timestamptz,
  next_at timestamptz not null,
  failures integer not null default 0,
  failure text,
  -- the last question, and by what its answer can be asked about again
  asked text,
  validator text,
  primary key (service, code)
);

-- A service that failed, or said that it is asked too often, rests for everybody.
create table weather_services (
  service text primary key,
  rest_until timestamptz not null,
  failures integer not null
);

-- Rain gauges that send readings.
create table rain_readings (
  controller_id integer not null references controllers on delete cascade,
  gauge integer not null check (gauge between 0 and 999999),
  at timestamptz not null,
  -- since the reading before, or a counter that only grows
  mm double precision,
  total_mm double precision,
  -- why it is used nowhere; null for a valid reading
  invalid text,
  check (invalid is not null or (mm is null) <> (total_mm is null)),
  primary key (controller_id, gauge, at)
);

alter table typed_rain add column user_name text not null default '';
alter table typed_rain alter column user_name drop default;

alter table rain_choices drop constraint rain_choices_source_check;
update rain_choices set source = 'typed' where source = 'gauge';
alter table rain_choices
  add constraint rain_choices_source_check check (source in ('typed', 'gauge', 'station', 'model')),
  add column user_name text not null default '',
  add column chosen_at timestamptz not null default now();
alter table rain_choices alter column user_name drop default, alter column chosen_at drop default;

alter table weather_origins enable row level security;
alter table weather_hours enable row level security;
alter table weather_days enable row level security;
alter table weather_fetches enable row level security;
alter table rain_readings enable row level security;
grant select on weather_origins, weather_hours, weather_days, weather_fetches, rain_readings to headgate_customer;

-- places of my systems, stations, and my own files
create policy weather_origins_of_mine on weather_origins for select to headgate_customer
  using (case when system_id is not null then system_id = any ((select acting_systems())::integer[])
              when source in ('forecast', 'archive', 'simulated')
                then code in (select weather_place(s.latitude, s.longitude, s.time_zone) from systems s)
              else true end);
create policy weather_hours_of_mine on weather_hours for select to headgate_customer
  using (exists (select from weather_origins o where o.id = origin_id));
create policy weather_days_of_mine on weather_days for select to headgate_customer
  using (exists (select from weather_origins o where o.id = origin_id));
create policy weather_fetches_of_mine on weather_fetches for select to headgate_customer
  using (code in (select weather_place(s.latitude, s.longitude, s.time_zone) from systems s));
create policy rain_readings_of_mine on rain_readings for select to headgate_customer
  using (controller_id = any ((select visible_controllers())::integer[]));
