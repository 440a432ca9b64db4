-- Alerts: states of a system that need a person, since when, and who has seen to them.

-- when the telemetry that is kept was heard: one that comes late tells of a past
alter table controller_links add column telemetry_heard_at timestamptz;
update controller_links set telemetry_heard_at = last_seen where telemetry is not null;

create table alerts (
  id bigint generated always as identity primary key,
  system_id integer not null references systems (id) on delete cascade,
  kind text not null,
  -- which of several of a kind: the code of a fault, the number of a probe; '' where there is one
  subject text not null default '',
  -- by the machine's own time where it tells one
  since timestamptz not null,
  seen_at timestamptz not null,
  -- past the time that it must have lasted; null: not an alert yet
  opened_at timestamptz,
  -- no longer so, or no longer known; back to null where it is so again
  cleared_at timestamptz,
  unheard_at timestamptz,
  ended_at timestamptz,
  ended text check (ended in ('over', 'unheard')),
  -- the first alert of what has one cause, and rings once
  cause_id bigint references alerts (id) on delete cascade,
  detail jsonb not null,
  acknowledged_at timestamptz,
  acknowledged_by text,
  check ((ended_at is null) = (ended is null)),
  check ((acknowledged_at is null) = (acknowledged_by is null)),
  check ((opened_at is null) = (cause_id is null))
);
-- a state is there once, however often it is looked at
create unique index alerts_once on alerts (system_id, kind, subject) where ended_at is null;
create index alerts_of_system on alerts (system_id, since desc);
create index alerts_ended on alerts (ended_at) where ended_at is not null;
create index alerts_of_cause on alerts (cause_id);

alter table alerts enable row level security;
grant select on alerts to headgate_customer;
create policy alerts_of_mine on alerts for select to headgate_customer
  using (system_id = any ((select acting_systems())::integer[]));
