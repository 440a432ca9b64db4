-- A customer lets the provider look at the screens, for a time; and each time that it is done.

create table support_consents (
  user_id integer primary key references users (id) on delete cascade,
  -- a request that nobody has answered yet
  asked_by text,
  asked_why text,
  asked_at timestamptz,
  -- null: nobody may look
  until timestamptz
);

create table support_views (
  id text primary key,
  user_id integer not null references users (id) on delete cascade,
  provider_id integer references users (id) on delete cascade,
  -- as the customer reads it
  viewer text not null,
  why text not null,
  opened_at timestamptz not null,
  ends_at timestamptz not null,
  closed_at timestamptz,
  -- of the cookie by which pictures are asked for
  hash bytea not null
);
create index support_views_of_user on support_views (user_id, opened_at);
create index support_views_of_provider on support_views (provider_id, opened_at);
create unique index support_views_by_hash on support_views (hash);

alter table support_consents enable row level security;
alter table support_views enable row level security;
grant select on support_consents to headgate_customer, headgate_provider;
grant select (id, user_id, provider_id, viewer, why, opened_at, ends_at, closed_at) on support_views
  to headgate_customer, headgate_provider;
create policy mine on support_consents for select to headgate_customer using (user_id = acting_user_id());
create policy mine on support_views for select to headgate_customer using (user_id = acting_user_id());
create policy desk on support_consents for select to headgate_provider using ((select acting_provider()));
create policy desk on support_views for select to headgate_provider using ((select acting_provider()));
