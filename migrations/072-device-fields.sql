-- What the fields of a device type's decoded payload are, said once, and the newest message that was not understood.
create table device_fields (
  controller_id integer not null references controllers on delete cascade,
  -- as the network names it; * of all others
  device_type text not null check (length(device_type) between 1 and 200),
  -- null while nobody said anything
  fields jsonb,
  sample jsonb,
  heard_at timestamptz,
  primary key (controller_id, device_type)
);
alter table device_fields enable row level security;
