-- Probes as people place them: sets of places and numbers on one field, each set one person's.

create table probe_groups (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  field_name text not null check (char_length(field_name) between 1 and 80),
  -- of two sets that place a number, the one saved last counts
  saved_at timestamptz not null
);
create index probe_groups_user on probe_groups (user_id);

create table placed_probes (
  group_id integer not null references probe_groups on delete cascade,
  number integer not null check (number between 0 and 999999),
  -- the order in which they were placed
  position integer not null,
  latitude double precision not null check (latitude between -90 and 90),
  longitude double precision not null check (longitude between -180 and 180),
  primary key (group_id, number)
);

alter table probe_groups enable row level security;
alter table placed_probes enable row level security;
grant select, insert, delete, update (field_name, saved_at) on probe_groups to headgate_customer;
grant select, insert, delete on placed_probes to headgate_customer;

create policy own_groups on probe_groups to headgate_customer
  using (user_id = acting_user_id()) with check (user_id = acting_user_id());
-- the groups that this asks are those that the policy above shows
create policy own_probes on placed_probes to headgate_customer
  using (group_id in (select id from probe_groups)) with check (group_id in (select id from probe_groups));
