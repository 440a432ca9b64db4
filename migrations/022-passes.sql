-- What machines did between their records: where they were and what they pumped, and the passes that follow from it.

-- kept up with the row that every word of a machine rewrites anyway
alter table controller_links
  add column pumped_m3 double precision not null default 0,
  -- time with water on for which no flow was heard
  add column unheard_ms double precision not null default 0,
  add column tracked_at timestamptz;

-- a point whenever the machine starts, stops, turns its water on or off or turns round, and each quarter of an hour between
create table machine_track (
  controller_id integer not null references controllers on delete cascade,
  at timestamptz not null,
  angle_deg double precision not null,
  direction text not null,
  moving boolean not null,
  wet boolean not null,
  timer_pct double precision,
  flow_lps double precision,
  pressure_kpa double precision,
  -- since the machine was first heard
  pumped_m3 double precision not null,
  unheard_ms double precision not null,
  primary key (controller_id, at)
);

create index as_applied_by_time on as_applied (controller_id, from_at);

-- the newest of the factors below
alter table systems add column depth_factor double precision check (depth_factor between 0.3 and 1.7);

-- what catch cans said of a machine: from then on its depths are the computed ones by this factor
create table depth_factors (
  id integer generated always as identity primary key,
  system_id integer not null references systems (id) on delete cascade,
  factor double precision not null check (factor between 0.3 and 1.7),
  cans_in double precision[] not null check (cardinality(cans_in) between 3 and 100),
  -- what the pass they stood under was computed to lay, in
  computed_in double precision not null check (computed_in > 0),
  pass_from timestamptz not null,
  made_at timestamptz not null,
  user_name text not null
);
create index depth_factors_newest on depth_factors (system_id, made_at);

alter table machine_track enable row level security;
alter table depth_factors enable row level security;
grant select on machine_track, depth_factors to headgate_customer;

create policy mine on machine_track for select to headgate_customer
  using (controller_id = any ((select visible_controllers())::integer[]));
create policy depth_factors_of_mine on depth_factors for select to headgate_customer
  using (system_id = any ((select acting_systems())::integer[]));
