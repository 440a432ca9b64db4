-- Jobs on a table of their own, and what the broker has of each controller: both are worked on under a row's lock.

create table jobs (
  id bigint generated always as identity primary key,
  name text not null,
  -- one job of a name and key waits at a time; a second one follows whoever is worked on
  key text,
  payload jsonb not null,
  due_at timestamptz not null default now(),
  attempts integer not null default 0,
  -- set: no further try would make it better; kept for whoever looks after the installation
  failed_at timestamptz,
  error text
);
create index jobs_due on jobs (name, due_at) where failed_at is null;
create index jobs_key on jobs (name, key) where key is not null and failed_at is null;
alter table jobs enable row level security;

-- what waited in the queue of former versions goes on here; publications are found by comparison, below
do $$
begin
  if to_regclass('graphile_worker._private_jobs') is not null then
    execute $move$
      insert into jobs (name, key, payload, due_at)
      select t.identifier, j.key, j.payload::jsonb, j.run_at
        from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
       where t.identifier <> 'publish-desired'$move$;
    drop schema graphile_worker cascade;
  end if;
end
$$;
drop table outbox_workers;

-- one row a controller, locked by whoever publishes for it: what the broker took last; behind controllers.rev it is due
create table publications (
  controller_id integer primary key references controllers on delete cascade,
  published_rev bigint not null default 0,
  published_settings_rev bigint not null default 0,
  published_at timestamptz,
  -- when it was seen that the broker had lost what it took
  lost_at timestamptz
) with (fillfactor = 50);
insert into publications (controller_id) select id from controllers;
alter table publications enable row level security;

alter table controllers add column rev_at timestamptz;

alter table controller_links
  add column seen_rev bigint generated always as ((reported ->> 'seenRev')::bigint) stored,
  -- offline because nothing was heard, not because the broker said so: the next word ends it
  add column silent boolean not null default false,
  add column status_at timestamptz;

-- messages of machines that could not be stored when they came; tried again, never before those that come
create table set_aside_messages (
  id bigint generated always as identity primary key,
  topic text not null,
  payload bytea not null,
  retained boolean not null,
  heard_at timestamptz not null,
  due_at timestamptz not null,
  attempts integer not null default 0
);
create index set_aside_due on set_aside_messages (due_at);
alter table set_aside_messages enable row level security;
