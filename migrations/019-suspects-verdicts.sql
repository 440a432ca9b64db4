-- What people say of a probe that the product does not believe: trust it, or do not use it; who said so, and when.

create table probe_verdicts (
  system_id integer not null references systems (id) on delete cascade,
  probe integer not null,
  verdict text not null check (verdict in ('trust', 'distrust')),
  -- what spoke against the probe when they were asked
  about text[] not null,
  user_id integer references users (id) on delete set null,
  -- as they were called then
  by_name text not null,
  at timestamptz not null,
  primary key (system_id, probe)
);

alter table probe_verdicts enable row level security;
grant select, insert, delete on probe_verdicts to headgate_customer;
grant update (verdict, about, user_id, by_name, at) on probe_verdicts to headgate_customer;

create policy probe_verdicts_of_mine on probe_verdicts for select to headgate_customer
  using (system_id = any ((select acting_systems())::integer[]));
create policy probe_verdicts_i_may_give on probe_verdicts for insert to headgate_customer
  with check (system_id = any ((select acting_systems_to_change())::integer[]));
create policy probe_verdicts_i_may_change on probe_verdicts for update to headgate_customer
  using (system_id = any ((select acting_systems_to_change())::integer[]));
create policy probe_verdicts_i_may_withdraw on probe_verdicts for delete to headgate_customer
  using (system_id = any ((select acting_systems_to_change())::integer[]));
