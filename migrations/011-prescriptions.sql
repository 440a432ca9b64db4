-- Prescriptions that were published, with everything they follow from, and the sensors that are not believed.

create table prescriptions (
  system_id integer not null references systems (id) on delete cascade,
  -- the first publication that carried it; later ones without a row of their own carry it too
  rev bigint not null,
  settings_rev integer not null,
  made_at timestamptz not null,
  cause text not null,
  -- of `percent`, as the controller checks it
  sha256 text not null,
  -- of everything that the controller runs: cells, timers, mode and fallback
  fingerprint text not null,
  -- 180 sectors x 9 zones each, sector-major
  percent bytea not null check (octet_length(percent) = 1620),
  reason bytea not null check (octet_length(reason) = 1620),
  geofence bytea not null check (octet_length(geofence) = 1620),
  timer_pct double precision[],
  totals jsonb not null,
  inputs jsonb not null,
  primary key (system_id, rev)
);

-- when a system's prescription was last computed again by itself
create table prescription_paces (
  system_id integer primary key references systems (id) on delete cascade,
  computed_at timestamptz not null
);

-- found when prescriptions are computed again, so that a setting need not look through days of readings
create table suspect_sensors (
  controller_id integer not null,
  probe integer not null,
  depth_cm double precision not null,
  suspicion text not null,
  -- m3/m3; what it said before, null where that is not known
  last_trusted double precision,
  primary key (controller_id, probe, depth_cm)
);

alter table prescriptions enable row level security;
alter table prescription_paces enable row level security;
alter table suspect_sensors enable row level security;
grant select on prescriptions, suspect_sensors to headgate_customer;

create policy prescriptions_of_mine on prescriptions for select to headgate_customer
  using (system_id = any ((select acting_systems())::integer[]));
create policy suspect_sensors_of_mine on suspect_sensors for select to headgate_customer
  using (controller_id = any ((select visible_controllers())::integer[]));
