-- A message that is tried again is held by the number of its process, and no connection is kept for it: as jobs and publications are
-- (migrations/100-holders.sql).
alter table set_aside_messages add column held_by integer;
