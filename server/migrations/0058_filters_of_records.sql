-- Filters of lists: jobs and events by state, type and time, grants and transfers by what they are of and by their state.

-- A list merges the jobs of each kind and state.
create index jobs_by_kind_and_state on jobs (organization_id, environment, kind, state, id);
drop index jobs_by_kind;

create index dpp_grants_by_schema on dpp_grants (organization_id, environment, schema_id, id)
  where schema_id is not null;
create index dpp_grants_by_holder on dpp_grants (organization_id, environment, holder, id);
create index dpp_grants_revoked on dpp_grants (organization_id, environment, id) where revoked_at is not null;
-- Whether others are expired depends on the time of the question.
create index dpp_grants_by_end on dpp_grants (organization_id, environment, expires_at, id)
  where revoked_at is null;
alter table dpp_grants alter organization_id set (n_distinct = 10);

create index dpp_transfers_by_dpp on dpp_transfers (organization_id, environment, dpp_id, id);
create index dpp_transfers_accepted on dpp_transfers (organization_id, environment, id) where accepted_at is not null;
create index dpp_transfers_withdrawn on dpp_transfers (organization_id, environment, id)
  where withdrawn_at is not null;
create index dpp_transfers_by_end on dpp_transfers (organization_id, environment, expires_at, id)
  where withdrawn_at is null and accepted_at is null;

create index epcis_events_by_type on epcis_events (organization_id, environment, type, id);
create index epcis_events_by_time on epcis_events (organization_id, environment, event_time, id);
create index epcis_events_by_type_and_time on epcis_events (organization_id, environment, type, event_time, id);

-- Grants and transfers are listed by id, which follows their creation.
drop index dpp_grants_by_creation;
drop index dpp_transfers_by_creation;
