-- Reasons that the service gives for a change of state, so that pages word them in the language of their reader.

-- Word and values, such as {"word": "handedOver", "values": {"from": "…", "to": "…"}}; null for a reason that people gave.
alter table dpps add column status_cause jsonb;
