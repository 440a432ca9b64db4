-- A machine that stands with its water on, what a line of catch cans was measured with, and one index instead of two.

-- by the machine's own time; null: it turns, or its water is off
alter table controller_links add column stopped_wet_since timestamptz;

-- what stands so now has stood so since the machine last changed anything
update controller_links set stopped_wet_since = coalesce(tracked_at, telemetry_at)
 where not (telemetry ->> 'moving')::boolean and (telemetry ->> 'wet')::boolean;

-- where the cans stood and how they were read; null before this was kept
alter table depth_factors
  add column bearing double precision check (bearing between 0 and 360),
  add column distances_m double precision[],
  add column unit text check (unit in ('in', 'mm')),
  add check (cardinality(distances_m) = cardinality(cans_in));

-- the same as as_applied_by_time
drop index as_applied_of_season;
