-- How often sign-in, sign-up and mails were tried, by account and by address.

-- unlogged: a count costs no disk sync, and a crash of the database forgets at most a quarter of an hour of refusals
create unlogged table auth_throttles (
  -- a keyed hash: neither addresses nor e-mails can be read from it
  key bytea primary key,
  count integer not null,
  until timestamptz not null
);
create index auth_throttles_until on auth_throttles (until);
