-- What a machine told last, and what it told during a pass, by its own clock: every event of a machine was read for it.
create index controller_events_told on controller_events (controller_id, at, heard_at);
