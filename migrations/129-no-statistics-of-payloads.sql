-- No condition compares these columns whole, and for a part of a document statistics of the whole are no use. ANALYZE sorted thousands of
-- whole documents for each column: a fifth of a second of a processor per table, as often as it had grown by a tenth.
alter table system_commands
  alter column before set statistics 0,
  alter column after set statistics 0;
alter table audit
  alter column before set statistics 0,
  alter column after set statistics 0;
alter table desired_states
  alter column document set statistics 0,
  alter column timer_pct set statistics 0;
alter table prescriptions
  alter column percent set statistics 0,
  alter column reason set statistics 0,
  alter column geofence set statistics 0,
  alter column cover set statistics 0,
  alter column timer_pct set statistics 0,
  alter column totals set statistics 0,
  alter column inputs set statistics 0;
alter table as_applied
  alter column depth_in set statistics 0;
