-- Who is called for which alert, by what, and what became of each message.

-- quiet hours are minutes of the day in the person's own zone; without a row there are none
create table alert_people (
  user_id integer primary key references users (id) on delete cascade,
  quiet_from smallint check (quiet_from between 0 and 1439),
  quiet_until smallint check (quiet_until between 0 and 1439),
  -- water that runs onto one spot is told at any hour
  urgent_anyway boolean not null,
  time_zone text not null,
  language text not null check (language in ('en', 'fr')),
  check ((quiet_from is null) = (quiet_until is null))
);

-- without a row owners and operators are called for every kind, viewers for none
create table alert_choices (
  user_id integer not null references users (id) on delete cascade,
  system_id integer not null references systems (id) on delete cascade,
  kind text not null,
  mail boolean not null,
  push boolean not null,
  -- how long it must have lasted before this person is called; null: as long as is usual of its kind
  after_minutes integer check (after_minutes between 0 and 20160),
  primary key (user_id, system_id, kind)
);
create index alert_choices_of_system on alert_choices (system_id);

-- one row a cause, person, channel and round: what stands here is never sent a second time
create table alert_sends (
  id bigint generated always as identity primary key,
  cause_id bigint not null references alerts (id) on delete cascade,
  user_id integer not null references users (id) on delete cascade,
  channel text not null check (channel in ('mail', 'push')),
  -- 0: the first; then reminders
  round smallint not null,
  -- when the state had lasted for long enough for this person
  due_at timestamptz not null,
  decided_at timestamptz not null,
  done_at timestamptz,
  result text check (result in ('sent', 'dropped', 'failed')),
  error text,
  unique (cause_id, user_id, channel, round),
  check ((done_at is null) = (result is null))
);
create index alert_sends_of_user on alert_sends (user_id);

-- whether a message was worth it, in the words of who got it
create table alert_verdicts (
  alert_id bigint not null references alerts (id) on delete cascade,
  user_id integer not null references users (id) on delete cascade,
  useful boolean not null,
  at timestamptz not null,
  primary key (alert_id, user_id)
);

-- browsers that show messages though no page is open
create table push_subscriptions (
  id bigint generated always as identity primary key,
  user_id integer not null references users (id) on delete cascade,
  -- the login that subscribed; with its end the browser is nobody's
  family text not null,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  language text not null check (language in ('en', 'fr')),
  made_at timestamptz not null
);
create index push_subscriptions_of_user on push_subscriptions (user_id);

-- one pair for the installation, made when it is first needed; browsers are subscribed to it
create table push_keys (
  one boolean primary key default true check (one),
  public_key text not null,
  private_key text not null,
  made_at timestamptz not null
);

alter table alert_people enable row level security;
alter table alert_choices enable row level security;
alter table alert_sends enable row level security;
alter table alert_verdicts enable row level security;
alter table push_subscriptions enable row level security;
alter table push_keys enable row level security;

grant select, insert, update on alert_people, alert_choices, alert_verdicts to headgate_customer;
create policy alert_people_myself on alert_people to headgate_customer using (user_id = acting_user_id());
create policy alert_choices_of_mine on alert_choices to headgate_customer
  using (user_id = acting_user_id() and system_id = any ((select acting_systems())::integer[]));
create policy alert_verdicts_of_mine on alert_verdicts to headgate_customer
  using (user_id = acting_user_id() and alert_id in (select id from alerts));

-- that settings run out is an alert like the others now
delete from jobs where name = 'expiry-near';
