-- When controllers came and went, which expiry was told, and what the newest fault of a machine is found by.

create table controller_connections (
  id bigint generated always as identity primary key,
  controller_id integer not null references controllers on delete cascade,
  online boolean not null,
  at timestamptz not null
);
create index controller_connections_newest on controller_connections (controller_id, id);

alter table desired_states add column warned_at timestamptz;
create index controller_events_newest on controller_events (controller_id, heard_at);

alter table controller_connections enable row level security;
grant select on controller_connections to headgate_customer;
create policy mine on controller_connections for select to headgate_customer
  using (controller_id = any ((select visible_controllers())::integer[]));
