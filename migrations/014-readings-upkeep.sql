-- Readings without moisture keep their temperature and salinity; radios that are probes; months made under way.

alter table readings drop constraint readings_invalid_check;
alter table readings add constraint readings_invalid_check check (
  invalid in (
    'time_not_plausible', 'time_in_future', 'value_not_a_number', 'value_out_of_range', 'value_missing'
  )
);

-- Which probe a device of a radio network is, where its name does not say so.
create table radio_devices (
  controller_id integer not null references controllers on delete cascade,
  device_id text not null check (length(device_id) between 1 and 64),
  probe integer not null check (probe between 0 and 999999),
  -- where it measures, of a device that does not tell
  depth_cm double precision check (depth_cm > 0 and depth_cm <= 1000),
  primary key (controller_id, device_id)
);

-- As before, but whatever still goes to the default table waits from the moment in which its rows are moved: a reading
-- of the future that came in between made the attachment fail, and with it the batch that needed the month. Who makes a
-- month waits three seconds at most for those who read: every other reading waits behind.
create or replace function ensure_reading_months(months date[]) returns void
language plpgsql as $$
declare
  month date;
  part text;
  since timestamptz;
  until timestamptz;
  patience text := current_setting('lock_timeout');
begin
  foreach month in array months loop
    part := format('readings_%s', to_char(month, 'YYYY_MM'));
    continue when to_regclass(part) is not null;
    perform pg_advisory_xact_lock(hashtext('readings'), 0);
    -- asks the catalogue itself: to_regclass may still remember that there was none
    continue when exists (select from pg_class where relname = part);
    perform set_config('lock_timeout', '3s', true);
    since := month::timestamp at time zone 'UTC';
    until := (month + interval '1 month')::timestamp at time zone 'UTC';
    execute format('create table %I (like readings including all)', part);
    lock table readings_default in access exclusive mode;
    execute format(
      'with waiting as (delete from readings_default where at >= %L and at < %L returning *)
       insert into %I select * from waiting', since, until, part);
    execute format('alter table readings attach partition %I for values from (%L) to (%L)', part, since, until);
    perform set_config('lock_timeout', patience, true);
  end loop;
end
$$;
