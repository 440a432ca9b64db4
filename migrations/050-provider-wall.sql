-- The provider's desk: a role of its own for what a provider may look at, and what the desk is found by.

do $$
begin
  create role headgate_provider nologin;
exception
  -- one that may make none was given it by an administrator, or would not have come so far
  when duplicate_object or unique_violation or insufficient_privilege then null;
end
$$;
do $$
begin
  grant headgate_provider to current_user;
exception
  when insufficient_privilege then null;
end
$$;
grant usage on schema public to headgate_provider;

-- asked of the account each time: whoever loses the role, or is disabled, sees nothing from then on
create function acting_provider() returns boolean
language sql stable security definer set search_path = public, pg_temp
as 'select exists (select from users where id = acting_user_id() and provider and active)';

-- what a provider looks at, of everybody; never a hash of a password or of a device's secret
grant select on systems, memberships, system_commands, invitations, provider_stop, controllers, controller_links,
  controller_events, controller_connections, desired_states, publications, dropped_messages, sensors, alerts, audit,
  placed_probes, probe_groups to headgate_provider;
grant select (id, name, email, active, provider, language, created_at) on users to headgate_provider;
grant select (id, controller_id, kind, issued_at, revoked_at) on device_credentials to headgate_provider;

do $$
declare seen text;
begin
  foreach seen in array array['users', 'systems', 'memberships', 'system_commands', 'invitations', 'controllers',
    'controller_links', 'controller_events', 'controller_connections', 'desired_states', 'publications',
    'dropped_messages', 'sensors', 'alerts', 'audit', 'placed_probes', 'probe_groups', 'device_credentials']
  loop
    execute format('create policy desk on %I for select to headgate_provider using ((select acting_provider()))', seen);
  end loop;
end
$$;

-- machines that are away, of thousands that are there; whether one is changes seldom, so that the row stays in place
create index controller_links_away on controller_links (controller_id) where not online;
create index audit_newest on audit (at, id);
-- people in the order of the desk
create index users_in_order on users (lower(name), id);

-- one system takes no new settings until the provider allows them again; what runs keeps running
alter table systems add column provider_stopped boolean not null default false;
