-- Historic maps: the pictures of weeks that were drawn, each once, under a name that nobody can guess.

create table historic_maps (
  -- 128 random bits, the name of the picture in its address and in the object store
  token text primary key check (token ~ '^[0-9a-f]{32}$'),
  controller_id integer not null references controllers on delete cascade,
  -- SHA-256 of everything that the picture shows, and how
  fingerprint text not null,
  starts_on date not null,
  ends_on date not null,
  layer text not null,
  ramp text not null,
  -- with a value in the map
  probes integer not null,
  -- ends of the colours, m3/m3
  low double precision not null,
  high double precision not null,
  drawn_at timestamptz not null,
  unique (controller_id, fingerprint)
);
create index historic_maps_week on historic_maps (controller_id, starts_on);
