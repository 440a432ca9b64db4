-- What the desk does to systems: ending them, and giving them to another owner, who accepts.

alter table systems
  -- its devices are refused and nobody is a member any more; what it recorded stays
  add column decommissioned_at timestamptz,
  -- since its owner closed the account; null while somebody owns it
  add column ownerless_since timestamptz;

create table ownership_transfers (
  id integer generated always as identity primary key,
  system_id integer not null references systems (id) on delete cascade,
  user_id integer not null references users (id) on delete cascade,
  -- whether the other members stay
  keep_members boolean not null,
  asked_by text not null,
  asked_at timestamptz not null,
  expires_at timestamptz not null
);
-- one at a time: a newer one takes its place
create unique index ownership_transfers_of_system on ownership_transfers (system_id);
create index ownership_transfers_of_user on ownership_transfers (user_id);

alter table ownership_transfers enable row level security;
grant select on ownership_transfers to headgate_customer, headgate_provider;
create policy offered_to_me on ownership_transfers for select to headgate_customer using (user_id = acting_user_id());
create policy desk on ownership_transfers for select to headgate_provider using ((select acting_provider()));
