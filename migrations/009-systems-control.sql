-- Sharing, locks and soil of systems.

-- one number space for members and invitations: a call names either by its id
create sequence member_ids as integer;
alter table memberships add column id integer not null unique default nextval('member_ids');

-- addresses that have no active account yet; a row becomes a membership when its address is activated
create table invitations (
  id integer primary key default nextval('member_ids'),
  system_id integer not null references systems (id) on delete cascade,
  email text not null,
  role text not null check (role in ('operator', 'viewer')),
  invited_at timestamptz not null
);
create unique index invitations_once on invitations (system_id, lower(email));
create index invitations_of_address on invitations (lower(email));

alter table systems
  add column local_only boolean not null default false,
  -- m3/m3; null: that of the texture
  add column field_capacity double precision check (field_capacity > 0 and field_capacity <= 0.6),
  add column wilting_point double precision check (wilting_point > 0 and wilting_point <= 0.6);

-- one row for the whole installation
create table provider_stop (
  one boolean primary key default true check (one),
  stopped boolean not null default false,
  since timestamptz,
  by_name text
);
insert into provider_stop default values;

create index audit_of_user on audit (user_id, action, at);

-- the second wall: invitations are the server's own, the stop is for everybody to see
alter table invitations enable row level security;
grant select on provider_stop to headgate_customer;
