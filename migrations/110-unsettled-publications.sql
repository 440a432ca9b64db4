-- Which controllers are to be looked at for publishing: those whose newest revision the broker lacks or the machine has not seen. A revision
-- opens its controller by being greater; the look that finds it published and seen closes it. The planner knows how few are open.
alter table controllers add column settled_rev bigint not null default 0;
update controllers c set settled_rev = c.rev
  from publications p join controller_links l using (controller_id)
 where p.controller_id = c.id and p.published_rev >= c.rev and l.seen_rev >= c.rev;
alter table controllers add column unsettled boolean not null generated always as (rev > settled_rev) stored;
create index controllers_unsettled on controllers (id) where unsettled;
analyze controllers;

-- Whoever takes back what was published or seen opens the controller again, without thinking of it; nothing happens on the way up.
create function unsettle() returns trigger language plpgsql as $$
begin
  update controllers set settled_rev = 0 where id = new.controller_id;
  return null;
end
$$;
create trigger publication_taken_back after update of published_rev on publications
  for each row when (new.published_rev < old.published_rev) execute function unsettle();
create trigger seen_taken_back after update of reported on controller_links
  for each row when (coalesce(new.seen_rev, 0) < old.seen_rev) execute function unsettle();
