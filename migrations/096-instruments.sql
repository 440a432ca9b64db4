-- What each tensiometer, meter and battery said last: pages and maps need this far more often than the history.
create table instruments (
  controller_id integer not null references controllers on delete cascade,
  kind text not null,
  number integer not null,
  depth_cm double precision not null,
  last_at timestamptz not null,
  last_value double precision not null,
  primary key (controller_id, kind, number, depth_cm)
);

insert into instruments (controller_id, kind, number, depth_cm, last_at, last_value)
select distinct on (controller_id, kind, number, depth_cm) controller_id, kind, number, depth_cm, at, value
  from instrument_readings where invalid is null
 order by controller_id, kind, number, depth_cm, at desc;

alter table instruments enable row level security;
grant select on instruments to headgate_customer;
create policy instruments_of_mine on instruments for select to headgate_customer
  using (controller_id = any ((select visible_controllers())::integer[]));

-- old rows are found by their time; they come in its order
create index instrument_readings_by_time on instrument_readings using brin (at);
