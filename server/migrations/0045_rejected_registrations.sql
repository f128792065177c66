-- Rejected registrations need a person: they are found by an index that holds nothing else.

create index dpp_registrations_rejected on dpp_registrations (organization_id, environment, dpp_id, number)
  where state = 'REJECTED';
