-- How much of each cell's root zone the sensors reach, so that a prescription says how far it extrapolates.

-- whole per cent, 180 sectors x 9 zones, sector-major; null for prescriptions from before
alter table prescriptions add column cover bytea check (octet_length(cover) = 1620);
