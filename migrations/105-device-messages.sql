-- Of the newest message that was not understood also what stands around its fields: who sent it, when, and units beside values.
alter table device_fields add column about jsonb;
