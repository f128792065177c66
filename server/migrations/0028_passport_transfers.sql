-- A passport can pass to another organization. Its rows move; the versions keep the organization that signed
-- them, and the passport keeps the address at which it was first published.

alter table dpps add column origin_organization_id uuid;
comment on column dpps.origin_organization_id is
  'Organization below whose address the passport was first published; null for the one that has it.';

alter table dpp_versions add column signed_by uuid;
comment on column dpp_versions.signed_by is
  'Organization that signed the version before the passport passed on; null for the one that has it.';
-- A compromised key signs again what its organization has handed over.
create index dpp_versions_handed_over on dpp_versions (signed_by, environment, key_id)
  where signed_by is not null;

-- The grants of a passport that passed on are kept, revoked, by the organization that gave them.
alter table dpp_grants drop constraint dpp_grants_organization_id_environment_dpp_id_fkey;

-- Offers are kept after they ended, as the record of who handed over what and when.
drop table dpp_transfers;
create table dpp_transfers (
  organization_id uuid not null,
  environment text not null check (environment in ('LIVE', 'SANDBOX')),
  id uuid not null,
  dpp_id uuid not null,
  identity text collate "C" not null,
  recipient text not null,
  -- SHA-256 of the token, which has 256 random bits.
  token_hash bytea not null,
  expires_at timestamptz(3) not null,
  withdrawn_at timestamptz(3),
  accepted_at timestamptz(3),
  -- Name of the economic operator that accepted.
  accepted_by text,
  created_at timestamptz(3) not null default statement_timestamp(),
  primary key (organization_id, environment, id),
  constraint dpp_transfers_end check (num_nonnulls(withdrawn_at, accepted_at) < 2
    and (accepted_at is null) = (accepted_by is null))
);
create unique index dpp_transfers_open on dpp_transfers (organization_id, environment, dpp_id)
  where withdrawn_at is null and accepted_at is null;
create index dpp_transfers_by_creation on dpp_transfers (organization_id, environment, created_at, id);
-- The token says whose offer it is.
create index dpp_transfers_by_token on dpp_transfers (token_hash);
select count_list('dpp_transfers');
alter table dpp_transfers alter organization_id set (n_distinct = 10);
