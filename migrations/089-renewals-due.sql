-- When each controller's newest state is at half its life: renewals look at those alone, however many machines there are.
alter table controllers add column renew_at timestamptz;
update controllers c set renew_at = (
  select issued_at + interval '36 hours' from desired_states where controller_id = c.id order by rev desc limit 1);
create index controllers_renewal on controllers (renew_at);
