-- Geofences: outlines on a system's field that force a percentage of the rate.

create table geofences (
  id integer generated always as identity primary key,
  system_id integer not null references systems (id) on delete cascade,
  name text not null check (char_length(name) between 1 and 80),
  -- per cent of the application rate
  prescription smallint not null check (prescription between 0 and 100),
  -- pins in order, [[latitude, longitude], ...], the last one not repeating the first
  polygon jsonb not null check (jsonb_array_length(polygon) between 3 and 200),
  enabled boolean not null,
  saved_at timestamptz not null
);
create index geofences_of_system on geofences (system_id, id);

alter table geofences enable row level security;
grant select, insert, delete on geofences to headgate_customer;
grant update (name, prescription, polygon, enabled, saved_at) on geofences to headgate_customer;

create policy geofences_of_mine on geofences for select to headgate_customer
  using (system_id = any ((select acting_systems())::integer[]));
create policy geofences_i_may_save on geofences for insert to headgate_customer
  with check (system_id = any ((select acting_systems_to_change())::integer[]));
create policy geofences_i_may_change on geofences for update to headgate_customer
  using (system_id = any ((select acting_systems_to_change())::integer[]));
create policy geofences_i_may_delete on geofences for delete to headgate_customer
  using (system_id = any ((select acting_systems_to_change())::integer[]));
