-- Readings of soil probes: one row per probe, depth and instant, kept in a table per month.

create table readings (
  -- no foreign key: it would look up every one of a thousand readings and lock controllers at each new month
  controller_id integer not null,
  probe integer not null check (probe between 0 and 999999),
  depth_cm double precision not null check (depth_cm > 0 and depth_cm <= 1000),
  at timestamptz not null,
  -- volumetric water content, m3/m3; null when what came was not a number
  value double precision,
  temperature_c real,
  ec real,
  -- why it is used nowhere; null for a valid reading
  invalid text check (invalid in ('time_not_plausible', 'time_in_future', 'value_not_a_number', 'value_out_of_range')),
  check (invalid is not null or value between 0 and 0.6),
  primary key (controller_id, probe, depth_cm, at) include (value, invalid)
) partition by range (at);

-- takes what has no month of its own: times that cannot be, which must not make tables
create table readings_default partition of readings default;

-- Makes the tables of these months (UTC) where they are missing, in the caller's transaction.
create function ensure_reading_months(months date[]) returns void
language plpgsql as $$
declare
  month date;
  part text;
  since timestamptz;
  until timestamptz;
begin
  foreach month in array months loop
    part := format('readings_%s', to_char(month, 'YYYY_MM'));
    continue when to_regclass(part) is not null;
    perform pg_advisory_xact_lock(hashtext('readings'), 0);
    -- asks the catalogue itself: to_regclass may still remember that there was none
    continue when exists (select from pg_class where relname = part);
    since := month::timestamp at time zone 'UTC';
    until := (month + interval '1 month')::timestamp at time zone 'UTC';
    execute format('create table %I (like readings including all)', part);
    -- a reading that came from the future waits in the default table until its month is real
    execute format(
      'with waiting as (delete from readings_default where at >= %L and at < %L returning *)
       insert into %I select * from waiting', since, until, part);
    execute format('alter table readings attach partition %I for values from (%L) to (%L)', part, since, until);
  end loop;
end
$$;

-- What stands in the soil and when it last spoke: a map needs this far more often than the history.
create table sensors (
  controller_id integer not null,
  probe integer not null,
  depth_cm double precision not null,
  last_at timestamptz not null,
  last_value double precision not null,
  primary key (controller_id, probe, depth_cm)
);

alter table readings enable row level security;
alter table sensors enable row level security;
grant select on readings, sensors to headgate_customer;

create policy readings_of_mine on readings for select to headgate_customer
  using (controller_id = any ((select visible_controllers())::integer[]));
create policy sensors_of_mine on sensors for select to headgate_customer
  using (controller_id = any ((select visible_controllers())::integer[]));
