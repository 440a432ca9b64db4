-- Graphs: the soil of single probes, pictures of ranges of readings, and the way to the passes over one place.

create table probe_soils (
  system_id integer not null references systems (id) on delete cascade,
  number integer not null check (number between 0 and 999999),
  -- null: nothing of its own, so that of the system counts
  texture text,
  -- m3/m3
  field_capacity double precision check (field_capacity > 0 and field_capacity <= 0.6),
  wilting_point double precision check (wilting_point > 0 and wilting_point <= 0.6),
  primary key (system_id, number)
);

create table graph_pictures (
  -- 128 random bits: the name in the address and in the store
  key text primary key,
  system_id integer not null references systems (id) on delete cascade,
  -- SHA-256 of everything that the picture shows: the same is drawn once
  fingerprint text not null,
  file_name text not null,
  -- pictures that nobody has asked for again are removed some days after this
  asked_at timestamptz not null,
  unique (system_id, fingerprint)
);
create index graph_pictures_asked on graph_pictures (asked_at);

create index as_applied_over_place on as_applied (controller_id, sector, from_at);

alter table probe_soils enable row level security;
alter table graph_pictures enable row level security;
grant select, insert on probe_soils to headgate_customer;
grant update (texture, field_capacity, wilting_point) on probe_soils to headgate_customer;
grant select on graph_pictures to headgate_customer;

create policy probe_soils_of_mine on probe_soils for select to headgate_customer
  using (system_id = any ((select acting_systems())::integer[]));
create policy probe_soils_i_may_set on probe_soils for insert to headgate_customer
  with check (system_id = any ((select acting_systems_to_change())::integer[]));
create policy probe_soils_i_may_change on probe_soils for update to headgate_customer
  using (system_id = any ((select acting_systems_to_change())::integer[]));
create policy graph_pictures_of_mine on graph_pictures for select to headgate_customer
  using (system_id = any ((select acting_systems())::integer[]));
