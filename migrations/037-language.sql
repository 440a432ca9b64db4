-- The language of an account's pages; 'device' until somebody chooses one.
alter table users add column language text not null default 'device' check (language in ('device', 'en', 'fr'));
grant select (language), update (language) on users to headgate_customer;
