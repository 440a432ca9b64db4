-- Controllers: who they are, what they should run, what they say, and how far each setting has come.

-- The controllers that the acting user may see. The memberships answer that, in a migration after this one: plpgsql
-- looks for the function when it runs.
create function visible_controllers() returns integer[]
language plpgsql stable as $$
begin
  return acting_controllers();
end
$$;

create table controllers (
  id integer generated always as identity primary key,
  topic_id text not null unique,
  -- the newest publication and the newest setting that it carried
  rev bigint not null default 0,
  settings_rev bigint not null default 0,
  created_at timestamptz not null
);

create table device_credentials (
  -- MQTT client id and user name in one
  id text primary key,
  controller_id integer not null references controllers on delete cascade,
  kind text not null check (kind in ('controller', 'gateway')),
  -- SHA-256 of 32 random bytes: there is nothing to guess, so nothing needs to be slow
  secret_sha256 bytea not null,
  issued_at timestamptz not null,
  revoked_at timestamptz
);
create index on device_credentials (controller_id);

-- written every few seconds by each machine: apart from the row that others refer to, with room for updates in place
create table controller_links (
  controller_id integer primary key references controllers on delete cascade,
  session text,
  online boolean not null default false,
  last_seen timestamptz,
  telemetry jsonb,
  telemetry_at timestamptz,
  telemetry_seq bigint,
  reported jsonb,
  reported_at timestamptz
) with (fillfactor = 50);

create table desired_states (
  controller_id integer not null references controllers on delete cascade,
  rev bigint not null,
  settings_rev bigint not null,
  command_id text not null,
  document jsonb not null,
  rx_sha256 text not null,
  issued_at timestamptz not null,
  valid_until timestamptz not null,
  sent_at timestamptz,
  received_at timestamptz,
  applied_at timestamptz,
  rejected_at timestamptz,
  rejected_code text,
  expired_at timestamptz,
  primary key (controller_id, rev)
);
create index on desired_states (controller_id, settings_rev);

create table controller_events (
  controller_id integer not null references controllers on delete cascade,
  event_id text not null,
  at timestamptz not null,
  code text not null,
  heard_at timestamptz not null,
  primary key (controller_id, event_id)
);

-- what the valves really gave, one row per sector passed
create table as_applied (
  controller_id integer not null references controllers on delete cascade,
  rev bigint not null,
  sector smallint not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  depth_in double precision[] not null,
  primary key (controller_id, rev, sector, from_at)
);

alter table controllers enable row level security;
alter table controller_links enable row level security;
alter table desired_states enable row level security;
alter table controller_events enable row level security;
alter table as_applied enable row level security;
alter table device_credentials enable row level security;

grant select on controllers, controller_links, desired_states, controller_events, as_applied to headgate_customer;

create policy mine on controllers for select to headgate_customer
  using (id = any ((select visible_controllers())::integer[]));
create policy mine on controller_links for select to headgate_customer
  using (controller_id = any ((select visible_controllers())::integer[]));
create policy mine on desired_states for select to headgate_customer
  using (controller_id = any ((select visible_controllers())::integer[]));
create policy mine on controller_events for select to headgate_customer
  using (controller_id = any ((select visible_controllers())::integer[]));
create policy mine on as_applied for select to headgate_customer
  using (controller_id = any ((select visible_controllers())::integer[]));
