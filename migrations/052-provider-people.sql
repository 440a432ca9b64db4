-- People at the desk: an account that a provider has disabled, and systems whose owner closed theirs.

-- a disabled account is not active either; no link of a mail opens it again
alter table users add column disabled_at timestamptz;
grant select (disabled_at) on users to headgate_provider;

-- whoever closes an account, or has it erased: its systems stay with the provider, who finds them another owner
create function system_without_owner() returns trigger
language plpgsql as $$
begin
  update systems s set ownerless_since = now()
   where s.id = old.system_id and s.decommissioned_at is null
     and not exists (select from memberships m where m.system_id = s.id and m.role = 'owner');
  return null;
end
$$;
create trigger system_without_owner after delete on memberships
for each row when (old.role = 'owner') execute function system_without_owner();
