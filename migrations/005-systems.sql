-- Systems and who may see them, the settings that people sent, and the record of every attempt.

create table systems (
  id integer generated always as identity primary key,
  controller_id integer not null unique references controllers (id),
  name text not null unique check (name ~ '^[A-Za-z0-9 _-][A-Za-z0-9 _.-]{0,63}$'),
  latitude double precision not null check (latitude between -90 and 90),
  longitude double precision not null check (longitude between -180 and 180),
  time_zone text not null,
  -- cumulative distance of each tower from the pivot point
  tower_radii_m double precision[] not null check (cardinality(tower_radii_m) between 1 and 9),
  overhang_m double precision not null check (overhang_m >= 0),
  arc_start double precision check (arc_start between 0 and 360),
  arc_end double precision check (arc_end between 0 and 360),
  flow_gpm double precision check (flow_gpm > 0),
  speed_100_m_min double precision check (speed_100_m_min > 0),
  texture text not null,
  -- how often people changed the settings; 0 before the first time
  settings_rev integer not null default 0,
  connected_at timestamptz not null,
  check ((arc_start is null) = (arc_end is null))
);
-- names that a person could take for one another are one name
create unique index systems_twins on systems (lower(regexp_replace(btrim(name), ' +', ' ', 'g')));

create table memberships (
  system_id integer not null references systems (id) on delete cascade,
  user_id integer not null references users (id) on delete cascade,
  role text not null check (role in ('owner', 'operator', 'viewer')),
  primary key (system_id, user_id)
);
create index memberships_of_user on memberships (user_id);

create table system_commands (
  id uuid primary key,
  system_id integer not null references systems (id) on delete cascade,
  settings_rev integer not null,
  user_id integer references users (id) on delete set null,
  user_name text not null,
  before jsonb,
  after jsonb not null,
  saved_at timestamptz not null,
  idempotency_key text,
  unique (system_id, settings_rev)
);
create unique index system_commands_once on system_commands (user_id, idempotency_key);

-- names and numbers instead of references: the record outlives what it speaks of
create table audit (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  -- null: somebody with access to the installation's command line
  user_id integer,
  action text not null,
  system_id integer,
  system_name text,
  settings_rev integer,
  command_id uuid,
  before jsonb,
  after jsonb,
  -- 'accepted', or the code of the refusal
  outcome text not null
);
create index audit_of_system on audit (system_id, id);

create function audit_is_append_only() returns trigger
language plpgsql as $$
begin
  raise exception 'the audit is append-only';
end
$$;
create trigger audit_append_only before update or delete or truncate on audit
for each statement execute function audit_is_append_only();

-- definer's rights: the policies below ask these, and must not meet themselves
create function acting_systems() returns integer[]
language sql stable security definer set search_path = public, pg_temp
as 'select coalesce(array_agg(system_id), ''{}'') from memberships where user_id = acting_user_id()';

-- replaces the answer "none" of 003
create or replace function acting_controllers() returns integer[]
language sql stable security definer set search_path = public, pg_temp
as 'select coalesce(array_agg(s.controller_id), ''{}'') from systems s join memberships m on m.system_id = s.id
    where m.user_id = acting_user_id()';

-- systems where the acting user may send settings
create function acting_systems_to_change() returns integer[]
language sql stable security definer set search_path = public, pg_temp
as 'select coalesce(array_agg(system_id), ''{}'') from memberships
    where user_id = acting_user_id() and role in (''owner'', ''operator'')';

alter table systems enable row level security;
alter table memberships enable row level security;
alter table system_commands enable row level security;
alter table audit enable row level security;

grant select on systems, memberships, system_commands to headgate_customer;
grant update (settings_rev) on systems to headgate_customer;
grant insert on system_commands to headgate_customer;

create policy systems_of_mine on systems for select to headgate_customer
  using (id = any ((select acting_systems())::integer[]));
create policy systems_i_may_change on systems for update to headgate_customer
  using (id = any ((select acting_systems_to_change())::integer[]));
create policy memberships_of_mine on memberships for select to headgate_customer
  using (system_id = any ((select acting_systems())::integer[]));
create policy commands_of_mine on system_commands for select to headgate_customer
  using (system_id = any ((select acting_systems())::integer[]));
create policy commands_i_may_send on system_commands for insert to headgate_customer
  with check (system_id = any ((select acting_systems_to_change())::integer[]) and user_id = acting_user_id());
