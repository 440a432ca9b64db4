-- Accounts: users, the families of tokens that a login begins, and single-use secrets sent by mail.

create table users (
  id integer generated always as identity primary key,
  name text not null,
  email text not null,
  password_hash text not null,
  active boolean not null default false,
  provider boolean not null default false,
  unit text not null default 'in' check (unit in ('in', 'mm')),
  theme text not null default 'system' check (theme in ('system', 'light', 'dark', 'sunlight')),
  created_at timestamptz not null
);
-- the domain is stored in lower case and the local part is ASCII, so lower() needs no locale
create unique index users_email on users (lower(email));

-- one family per login; ending it refuses all its tokens and its cookie at once
create table token_families (
  id text primary key,
  user_id integer not null references users on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index token_families_user on token_families (user_id);

create table refresh_tokens (
  serial text primary key,
  family text not null references token_families on delete cascade,
  issued_at timestamptz not null,
  used_at timestamptz,
  -- what a used token answers with again, because answers get lost
  successor text
);
create index refresh_tokens_family on refresh_tokens (family);

create table read_cookies (
  hash bytea primary key,
  family text not null references token_families on delete cascade
);
create index read_cookies_family on read_cookies (family);

create table mail_tokens (
  hash bytea primary key,
  user_id integer not null references users on delete cascade,
  purpose text not null check (purpose in ('activation', 'reset')),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index mail_tokens_user on mail_tokens (user_id);

-- the second wall: a customer sees and changes the preferences of one account, never a hash
alter table users enable row level security;
create policy own_account on users to headgate_customer using (id = acting_user_id());
grant select (id, name, email, provider, unit, theme), update (unit, theme) on users to headgate_customer;
