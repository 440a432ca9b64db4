-- One customer's systems in one look: who is a member is asked once a statement, and each machine's state is found by its keys.

-- What a machine is told is 5 KB, and stored apart from its row: what lists show of it stands beside it.
alter table desired_states
  add column mode text generated always as (document ->> 'mode') stored,
  add column rate_in double precision generated always as ((document ->> 'rateIn')::double precision) stored,
  add column timer_pct jsonb generated always as (nullif(document -> 'timerPct', 'null'::jsonb)) stored,
  add column fallback_sha256 text generated always as (document -> 'fallback' ->> 'sha256') stored;

-- The owner's rights, as the functions before it had: the policies below ask it and must not meet themselves. A view is planned with the
-- statement that asks; a function was planned anew in each, for every table, and read all systems where it found many.
create view acting_members with (security_barrier) as
  select m.system_id, s.controller_id, m.role in ('owner', 'operator') as may_change
    from memberships m
    -- one by one, by their key: however many the installation has
    cross join lateral (select controller_id from systems where id = m.system_id offset 0) s
   where m.user_id = acting_user_id();
grant select on acting_members to headgate_customer;

do $$
declare
  asked record;
  rewritten text[];
begin
  for asked in select * from pg_policies where schemaname = 'public' and 'headgate_customer' = any (roles)
  loop
    rewritten := array[asked.qual, asked.with_check];
    for n in 1..2 loop
      rewritten[n] := replace(rewritten[n], '(( SELECT visible_controllers() AS visible_controllers)::integer[])',
        '(array(select mine.controller_id from acting_members mine))');
      rewritten[n] := replace(rewritten[n], '(( SELECT acting_systems() AS acting_systems)::integer[])',
        '(array(select mine.system_id from acting_members mine))');
      rewritten[n] := replace(rewritten[n], '(( SELECT acting_systems_to_change() AS acting_systems_to_change)::integer[])',
        '(array(select mine.system_id from acting_members mine where mine.may_change))');
    end loop;
    if rewritten is distinct from array[asked.qual, asked.with_check] then
      execute format('alter policy %I on %I', asked.policyname, asked.tablename)
        || coalesce(' using (' || rewritten[1] || ')', '') || coalesce(' with check (' || rewritten[2] || ')', '');
    end if;
  end loop;
  select * into asked from pg_policies
   where qual ~ 'acting_systems|visible_controllers' or with_check ~ 'acting_systems|visible_controllers' limit 1;
  if found then
    raise exception 'policy % of % was not understood', asked.policyname, asked.tablename;
  end if;
end
$$;

-- A system with the newest that is known of its machine and of its settings. For nobody by itself: the views below it have their own walls.
create view system_rows as
  select s.*, stop.stopped as all_stopped,
         c.topic_id, l.online, l.last_seen, l.telemetry, l.stopped_wet_since, l.reported,
         r.mode as running_mode, r.rx_sha256 as running_sha256, r.fallback_sha256, r.valid_until as running_until,
         r.rate_in, r.timer_pct, newest.valid_until,
         case when fault.code <> 'STARTED' then fault.code end as fault_code, fault.at as fault_at,
         k.after, k.saved_at,
         steps.*
    from systems s
    cross join provider_stop stop
    join controllers c on c.id = s.controller_id
    join controller_links l on l.controller_id = s.controller_id
    left join desired_states r on r.controller_id = s.controller_id and r.rev = (l.reported ->> 'rev')::bigint
    left join lateral (
      select valid_until from desired_states where controller_id = s.controller_id order by rev desc limit 1
    ) newest on true
    left join lateral (
      select code, at from controller_events
       where controller_id = s.controller_id
         and code in ('LOW_PRESSURE', 'HIGH_PRESSURE', 'LOW_FLOW', 'HIGH_FLOW', 'MISALIGNED', 'POWER_LOST', 'VALVE_FAULT', 'CABLE_FAULT', 'STARTED')
       order by heard_at desc, at desc limit 1
    ) fault on true
    left join system_commands k on k.system_id = s.id and k.settings_rev = s.settings_rev
    left join lateral (
      select max(rev) as rev, min(sent_at) as sent, min(received_at) as received, min(applied_at) as applied,
             (array_agg(rejected_at order by rev desc) filter (where rejected_at is not null))[1] as rejected,
             (array_agg(rejected_code order by rev desc) filter (where rejected_at is not null))[1] as code,
             (array_agg(expired_at order by rev desc) filter (where expired_at is not null))[1] as expired
        from desired_states where controller_id = s.controller_id and settings_rev = s.settings_rev
    ) steps on true;

create view my_systems with (security_barrier) as
  select m.system_id, m.role, s.* from memberships m
    -- one by one again; what it costs grows with what the customer owns, not with what the installation has
    cross join lateral (select * from system_rows where id = m.system_id offset 0) s
   where m.user_id = acting_user_id();
grant select on my_systems to headgate_customer;

create view desk_systems with (security_barrier) as
  select s.* from system_rows s where (select acting_provider());
grant select on desk_systems to headgate_provider;
