-- What is too old is found without a look at the rest: rows of these come in the order of their time.
create index desired_states_age on desired_states using brin (issued_at);
create index as_applied_age on as_applied using brin (to_at);
create index machine_track_age on machine_track using brin (at);
create index controller_events_age on controller_events using brin (heard_at);
