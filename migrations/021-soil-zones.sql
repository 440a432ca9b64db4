-- Soil zones: parts of a system's field whose soil is known, drawn or imported.

create table soil_zones (
  id integer generated always as identity primary key,
  system_id integer not null references systems (id) on delete cascade,
  name text not null check (char_length(name) between 1 and 80),
  texture text,
  -- m3/m3; null: that of the texture
  field_capacity double precision check (field_capacity > 0 and field_capacity <= 0.6),
  wilting_point double precision check (wilting_point > 0 and wilting_point <= 0.6),
  -- polygons of rings of pins, [[[[latitude, longitude], ...], ...], ...]; the first ring is the outline, others are holes
  polygons jsonb not null check (jsonb_array_length(polygons) between 1 and 200),
  -- m2, of the whole zone: where zones overlap the smallest counts
  area_m2 double precision not null check (area_m2 > 0),
  confirmed boolean not null,
  source text not null,
  saved_at timestamptz not null,
  check (texture is not null or (field_capacity is not null and wilting_point is not null))
);
create index soil_zones_of_system on soil_zones (system_id, id);

alter table soil_zones enable row level security;
grant select, insert, delete on soil_zones to headgate_customer;
grant update (name, texture, field_capacity, wilting_point, polygons, area_m2, confirmed, source, saved_at)
  on soil_zones to headgate_customer;

create policy soil_zones_of_mine on soil_zones for select to headgate_customer
  using (system_id = any ((select acting_systems())::integer[]));
create policy soil_zones_i_may_save on soil_zones for insert to headgate_customer
  with check (system_id = any ((select acting_systems_to_change())::integer[]));
create policy soil_zones_i_may_change on soil_zones for update to headgate_customer
  using (system_id = any ((select acting_systems_to_change())::integer[]));
create policy soil_zones_i_may_delete on soil_zones for delete to headgate_customer
  using (system_id = any ((select acting_systems_to_change())::integer[]));
