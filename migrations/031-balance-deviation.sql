-- How far off the water of each cell may be, so that maps by a balance say so of the balance and not of their probes alone.

-- standard deviation of available water, one byte each, 180 sectors by 9 zones; null until it is reckoned again
alter table water_balances add column deviation bytea;
alter table balance_days add column deviation bytea;
