-- What grows on a system, and the water balance that follows from it.

-- every answer to "what grows here", the newest counts; a row without a crop ends one
create table system_crops (
  id bigint generated always as identity primary key,
  system_id integer not null references systems (id) on delete cascade,
  crop text,
  -- planting or green-up, where the system stands
  started_on date,
  stages_by text check (stages_by in ('days', 'degrees')),
  -- initial, development, mid season, late season; days or growing degree days (deg C)
  stages double precision[] check (cardinality(stages) = 4),
  user_name text not null,
  set_at timestamptz not null,
  check (num_nulls(crop, started_on, stages_by, stages) in (0, 4))
);
create index system_crops_of_system on system_crops (system_id, id desc);

-- the balance of a system's cells as it was last computed, so that a restart goes on from there
create table water_balances (
  system_id integer primary key references systems (id) on delete cascade,
  computed_at timestamptz not null,
  -- of crop, soil, machine and weather before the checkpoint: another one begins anew
  basis text not null,
  -- the first day that is still open to late records and typed rain, and all cells at its beginning
  checkpoint_on date not null,
  checkpoint bytea not null,
  -- of all that it was computed from
  fingerprint text not null,
  -- cells and layers now, corrected by probes
  cells bytea not null,
  -- what screens show of it
  outlook jsonb not null
);

alter table system_crops enable row level security;
alter table water_balances enable row level security;
grant select on system_crops, water_balances to headgate_customer;

create policy system_crops_of_mine on system_crops for select to headgate_customer
  using (system_id = any ((select acting_systems())::integer[]));
create policy water_balances_of_mine on water_balances for select to headgate_customer
  using (system_id = any ((select acting_systems())::integer[]));
