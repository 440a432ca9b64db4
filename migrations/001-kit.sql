-- The kit's own needs: the customers' role of row-level security, and the outbox's register of workers.

do $$
begin
  create role headgate_customer nologin;
exception
  -- one that may make none was given it by an administrator, or would not have come so far
  when duplicate_object or unique_violation or insufficient_privilege then null;
end
$$;
do $$
begin
  grant headgate_customer to current_user;
exception
  when insufficient_privilege then null;
end
$$;
grant usage on schema public to headgate_customer;

-- which process each worker of the outbox belongs to; the process holds an advisory lock of its number
create table outbox_workers (
  worker text primary key,
  process integer not null
);

-- the user that the current transaction acts for, null when none was set
create function acting_user_id() returns integer
language sql stable
return nullif(current_setting('headgate.user_id', true), '')::integer;
