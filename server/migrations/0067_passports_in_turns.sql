-- Workers take registrations and changes of passports of one tenant at a time.

create index dpp_registrations_due_of_tenant on dpp_registrations (organization_id, environment, due_at)
  where due_at is not null;
drop index dpp_registrations_due;
drop index dpp_replications_due;
