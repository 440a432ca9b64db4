-- Version stamps, so that the cached text of a system in a customer's list is rebuilt only after a change. Every change of a row that is
-- part of the system's view replaces a stamp; stamps are random, so that after a failover none is reused for other content.

alter table systems add column stamp uuid not null default gen_random_uuid();
-- one for the report, and one for the whole row, which telemetry updates every few seconds
alter table controller_links
  add column report_stamp uuid not null default gen_random_uuid(),
  add column stamp uuid not null default gen_random_uuid();
-- For tables with many rows per machine. A separate row, locked after everything else, because publications do not lock the controller.
create table machine_stamps (
  controller_id integer primary key references controllers on delete cascade,
  stamp uuid not null default gen_random_uuid()
) with (fillfactor = 50);
insert into machine_stamps (controller_id) select id from controllers;
alter table machine_stamps enable row level security;

create function stamp_row() returns trigger language plpgsql as $$
begin
  new.stamp := gen_random_uuid();
  return new;
end
$$;
create trigger stamped before update on systems for each row execute function stamp_row();
create trigger stamped before update on controller_links for each row execute function stamp_row();

create function stamp_report() returns trigger language plpgsql as $$
begin
  new.report_stamp := gen_random_uuid();
  return new;
end
$$;
create trigger report_stamped before update of reported on controller_links
  for each row when (new.reported is distinct from old.reported) execute function stamp_report();

-- Customers insert commands, but may not update the stamps, so the trigger runs with its owner's rights.
create function stamp_commanded() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- a setting has updated, and thereby stamped, its system in the same transaction
  update systems set stamp = gen_random_uuid()
   where id = case when tg_op = 'DELETE' then old.system_id else new.system_id end
     and xmin <> pg_current_xact_id()::xid;
  return null;
end
$$;
create trigger stamps_system after insert or delete or update of system_id, settings_rev, after, saved_at on system_commands
  for each row execute function stamp_commanded();

create function stamp_machine() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update machine_stamps set stamp = gen_random_uuid() where controller_id = new.controller_id;
  return null;
end
$$;
create trigger stamps_machine after insert on desired_states for each row execute function stamp_machine();
create trigger stamps_machine after insert on controller_events for each row execute function stamp_machine();

-- for statements on many rows: each machine once, in a fixed order, so that they cannot deadlock
create function stamp_machines() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from machine_stamps where controller_id in (select controller_id from changed) order by controller_id for no key update;
  update machine_stamps set stamp = gen_random_uuid() where controller_id in (select controller_id from changed);
  return null;
end
$$;
create trigger stamps_machines after update on desired_states referencing old table as changed
  for each statement execute function stamp_machines();
create trigger stamps_machines_gone after delete on desired_states referencing old table as changed
  for each statement execute function stamp_machines();
create trigger stamps_machines after update on controller_events referencing old table as changed
  for each statement execute function stamp_machines();
create trigger stamps_machines_gone after delete on controller_events referencing old table as changed
  for each statement execute function stamp_machines();

-- currently nothing changes a machine's topic id, but it is part of the view
create function stamp_renamed() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update machine_stamps set stamp = gen_random_uuid() where controller_id = new.id;
  return null;
end
$$;
create trigger stamps_machine after update of topic_id on controllers for each row execute function stamp_renamed();

-- Row-level security as in `my_systems`: the user's systems with role and stamps, which show whether a cached text is up to date.
create view my_stamps with (security_barrier) as
  select m.system_id, m.role, stop.stopped as all_stopped, s.* from memberships m
    cross join provider_stop stop
    cross join lateral (
      select s.name, s.stamp as system_stamp, v.stamp as machine_stamp, l.report_stamp, l.stamp as link_stamp
        from systems s
        join controller_links l on l.controller_id = s.controller_id
        left join machine_stamps v on v.controller_id = s.controller_id
       where s.id = m.system_id offset 0
    ) s
   where m.user_id = acting_user_id();
grant select on my_stamps to headgate_customer;

-- the fields that a machine updates every few seconds, with the same row-level security
create view my_heard with (security_barrier) as
  select m.system_id, s.* from memberships m
    cross join lateral (
      select l.online, l.last_seen, l.telemetry, l.stopped_wet_since
        from systems s join controller_links l on l.controller_id = s.controller_id
       where s.id = m.system_id offset 0
    ) s
   where m.user_id = acting_user_id();
grant select on my_heard to headgate_customer;
