-- Readings without moisture keep their temperature and salinity; radios that are probes.

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
