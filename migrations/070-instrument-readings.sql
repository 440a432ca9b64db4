-- Tension, flow, water counters and batteries: each its own quantity, never mixed with moisture.

create table instrument_readings (
  controller_id integer not null references controllers on delete cascade,
  kind text not null check (kind in ('tension', 'flow', 'volume', 'battery', 'charge')),
  -- of the probe or the meter
  number integer not null check (number between 0 and 999999),
  -- zero of what has none
  depth_cm double precision not null check (depth_cm >= 0),
  at timestamptz not null,
  -- kPa above zero for suction, m3/h, m3, V, %
  value double precision,
  temperature_c real,
  -- why it is used nowhere; null for a valid reading
  invalid text,
  check (invalid is not null or value is not null),
  check ((kind = 'tension') = (depth_cm > 0)),
  primary key (controller_id, kind, number, depth_cm, at)
);

alter table instrument_readings enable row level security;
grant select on instrument_readings to headgate_customer;
create policy instrument_readings_of_mine on instrument_readings for select to headgate_customer
  using (controller_id = any ((select visible_controllers())::integer[]));
