-- Whoever waits for somebody outside says so in the row that he works on, and keeps no connection meanwhile. A holder is a number whose
-- advisory lock the connection of its process has that stays: with the process goes the lock, and what it held is free.
alter table jobs add column held_by integer;
create index jobs_held on jobs (held_by) where held_by is not null;

alter table publications
  add column held_by integer,
  -- a process that stands still holds nothing for longer
  add column held_until timestamptz;
create index publications_held on publications (held_by) where held_by is not null;
