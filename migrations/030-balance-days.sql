-- The water of each day of a balance, so that maps of past days go by it.

-- mean of a day that is over, as it was reckoned last; only days whose weather was known
create table balance_days (
  system_id integer not null references systems (id) on delete cascade,
  day date not null,
  -- depth that it is the mean of, mm
  root_mm double precision not null,
  -- available water of each cell, one byte each, 180 sectors by 9 zones
  cells bytea not null,
  primary key (system_id, day)
);

alter table balance_days enable row level security;
grant select on balance_days to headgate_customer;

create policy balance_days_of_mine on balance_days for select to headgate_customer
  using (system_id = any ((select acting_systems())::integer[]));
