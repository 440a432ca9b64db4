-- What people said of a logger's file, for the next file of the same logger.
create table kept_mappings (
  controller_id integer not null references controllers on delete cascade,
  -- a hash of what the logger calls itself and of its columns
  logger text not null,
  options jsonb not null,
  kept_at timestamptz not null,
  primary key (controller_id, logger)
);
alter table kept_mappings enable row level security;
