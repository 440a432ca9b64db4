-- What the water of a system is reckoned with: its efficiency, the pump it draws on, and the volume that its licence allows.

alter table systems
  -- share of the gross depth that reaches the root zone
  add column application_efficiency double precision not null default 0.85
    check (application_efficiency between 0.3 and 1);

-- a pump has systems always: with its last one it goes
create table pumps (
  id integer generated always as identity primary key,
  name text not null check (length(name) between 1 and 64),
  -- null: not known, so that nothing is judged by it
  least_flow_gpm double precision check (least_flow_gpm > 0),
  greatest_flow_gpm double precision check (greatest_flow_gpm > 0),
  check (least_flow_gpm <= greatest_flow_gpm)
);

create table pump_systems (
  system_id integer primary key references systems (id) on delete cascade,
  pump_id integer not null references pumps (id) on delete cascade
);
create index pump_systems_of_pump on pump_systems (pump_id);

-- what may be diverted in a calendar year; holds from its year on until a later row
create table licences (
  system_id integer not null references systems (id) on delete cascade,
  from_year smallint not null check (from_year between 1900 and 2200),
  -- null: from then on there is none
  volume_m3 double precision check (volume_m3 > 0),
  -- as it was typed
  unit text not null check (unit in ('acre_feet', 'acre_inches', 'm3', 'dam3')),
  primary key (system_id, from_year)
);

create index as_applied_of_season on as_applied (controller_id, from_at);

alter table pumps enable row level security;
alter table pump_systems enable row level security;
alter table licences enable row level security;
grant select on pumps, pump_systems, licences to headgate_customer;

create policy pump_systems_of_mine on pump_systems for select to headgate_customer
  using (system_id = any ((select acting_systems())::integer[]));
create policy pumps_of_mine on pumps for select to headgate_customer
  using (id in (select pump_id from pump_systems));
create policy licences_of_mine on licences for select to headgate_customer
  using (system_id = any ((select acting_systems())::integer[]));
