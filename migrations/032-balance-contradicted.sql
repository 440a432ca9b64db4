-- Probes that read what the balance of a day cannot be: a map of that day goes by the probes alone.

-- numbers of probes; none on days that were reckoned before
alter table balance_days add column contradicting integer[] not null default '{}';
