-- What devices said in vain, counted by day, so that "in the last 7 days" can be said of it.

create table dropped_messages (
  controller_id integer not null references controllers on delete cascade,
  -- the last part of the topic
  kind text not null check (kind in ('reported', 'status', 'telemetry', 'event', 'applied', 'readings')),
  -- a code of src/contract/dropped-messages.ts
  reason text not null,
  -- of UTC
  day date not null,
  count bigint not null check (count > 0),
  first_at timestamptz not null,
  last_at timestamptz not null,
  -- what was wrong with the newest of them, never what it held
  example text not null check (length(example) <= 200),
  primary key (controller_id, kind, reason, day)
);

alter table dropped_messages enable row level security;
grant select on dropped_messages to headgate_customer;
create policy mine on dropped_messages for select to headgate_customer
  using (controller_id = any ((select visible_controllers())::integer[]));
