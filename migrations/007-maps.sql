-- Live maps: which picture of a system was drawn last, and from what.

create table live_maps (
  controller_id integer primary key references controllers on delete cascade,
  -- SHA-256 of everything that the picture shows; another one means that the picture is no longer true
  fingerprint text not null,
  -- the newest reading in it; null when it says in words that there is none
  as_of timestamptz,
  drawn_at timestamptz not null
);
