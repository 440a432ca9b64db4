-- Why a weather service rests: said to everybody, whichever place it failed at.

alter table weather_services add column failure text;

alter table weather_services enable row level security;
grant select on weather_services to headgate_customer;
create policy weather_services_of_all on weather_services for select to headgate_customer using (true);
