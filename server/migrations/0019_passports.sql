-- Digital product passports: their state, their versions (a chain of hashes), grants of access with their uses,
-- and transfers of responsibility to another organization.

create table dpps (
  organization_id uuid not null,
  environment text not null check (environment in ('LIVE', 'SANDBOX')),
  id uuid not null,
  external_id text collate "C",
  -- The passport stays when its product is deleted.
  product_id uuid,
  granularity text not null check (granularity in ('MODEL', 'BATCH', 'ITEM')),
  -- The path of the GS1 Digital Link without its variant, such as 01/04012345123456/10/A1/21/7. Without a GTIN
  -- the first part is the id of the product.
  identity text collate "C" not null,
  gtin text collate "C",
  batch_number text collate "C",
  serial_number text collate "C",
  schema_id text not null,
  schema_version text not null,
  category text,
  -- Of the content, for lists and the search.
  name text not null,
  status text not null
    check (status in ('DRAFT', 'PUBLISHED', 'SUSPENDED', 'REVOKED', 'END_OF_LIFE', 'ARCHIVED')),
  status_reason text,
  status_changed_at timestamptz(3) not null default statement_timestamp(),
  fate text check (fate in ('RECYCLED', 'DESTROYED', 'EXPORTED', 'LOST', 'REPURPOSED')),
  -- Number of the version that is signed and public; null for a draft.
  published_version int,
  published_at timestamptz(3),
  -- A published passport cannot be deleted; this is the day until which it is kept.
  retention_until timestamptz(3),
  predecessor_id uuid,
  successor_id uuid,
  version int not null default 1,
  created_at timestamptz(3) not null default statement_timestamp(),
  updated_at timestamptz(3) not null default statement_timestamp(),
  primary key (organization_id, environment, id),
  constraint dpps_external_id unique (organization_id, environment, external_id),
  constraint dpps_product foreign key (organization_id, environment, product_id)
    references products (organization_id, environment, id) on delete set null (product_id),
  constraint dpps_published check ((status = 'DRAFT') = (published_version is null)),
  constraint dpps_fate check (status <> 'END_OF_LIFE' or fate is not null)
);

-- One living passport for each model, batch and item.
create unique index dpps_identity on dpps (organization_id, environment, identity)
  where status in ('DRAFT', 'PUBLISHED', 'SUSPENDED');
create index dpps_by_identity on dpps (organization_id, environment, identity, id);
create index dpps_by_creation on dpps (organization_id, environment, created_at, id);
create index dpps_by_update on dpps (organization_id, environment, updated_at, id);
create index dpps_by_status on dpps (organization_id, environment, status, id);
create index dpps_by_product on dpps (organization_id, environment, product_id, id)
  where product_id is not null;
create index dpps_by_gtin on dpps (organization_id, environment, gtin, id) where gtin is not null;
create index dpps_by_schema on dpps (organization_id, environment, schema_id, id);
create index dpps_by_granularity on dpps (organization_id, environment, granularity, id);
-- The public look-ups, which know no tenant.
create index dpps_public_by_id on dpps (id) where published_version is not null;
create index dpps_public_by_identity on dpps (identity, environment) where published_version is not null;

select count_list('dpps', 'status');
alter table search_documents drop constraint search_documents_kind_check,
  add constraint search_documents_kind_check
    check (kind in ('PRODUCT', 'CUSTOMER', 'ORDER', 'SUPPLY_CHAIN', 'FACTOR', 'DPP'));
select search_in('dpps', 'DPP', title => 'name',
  names => $$concat_ws(' ', batch_number, serial_number)$$,
  others => $$concat_ws(' ', gtin, external_id, schema_id)$$,
  exact => 'array[external_id, gtin, batch_number, serial_number]');
alter table dpps alter organization_id set (n_distinct = 10);

-- One row per version. That of a draft has no hash yet; once it has, only the signature may be replaced, after
-- the key that made it was compromised.
create table dpp_versions (
  organization_id uuid not null,
  environment text not null,
  dpp_id uuid not null,
  number int not null check (number > 0),
  id uuid not null default gen_random_uuid(),
  -- Deflated JSON of the whole content; masks apply when it is read.
  content bytea not null,
  -- Digest of the content of each class of access, and the salts that keep the withheld ones from being guessed.
  digests jsonb,
  salts jsonb,
  hash text,
  previous_hash text,
  jws text,
  key_id text,
  -- Reason of the amendment; null for the first version.
  reason text,
  valid_from timestamptz(3),
  valid_until timestamptz(3),
  published_at timestamptz(3),
  primary key (organization_id, environment, dpp_id, number),
  foreign key (organization_id, environment, dpp_id)
    references dpps (organization_id, environment, id) on delete cascade on update cascade,
  constraint dpp_versions_signed check (
    num_nonnulls(digests, salts, hash, jws, key_id, valid_from, published_at) in (0, 7)
    and (previous_hash is null) = (number = 1 or hash is null))
) with (toast_tuple_target = 256);
alter table dpp_versions alter content set storage external;
create index dpp_versions_by_id on dpp_versions (organization_id, environment, dpp_id, id);
create index dpp_versions_by_time on dpp_versions (organization_id, environment, dpp_id, published_at);
alter table dpp_versions alter organization_id set (n_distinct = 10);

create function keep_dpp_version() returns trigger language plpgsql as $$
begin
  if old.hash is not null
    and (old.content, old.digests, old.salts, old.hash, old.previous_hash, old.published_at)
      is distinct from (new.content, new.digests, new.salts, new.hash, new.previous_hash, new.published_at) then
    raise exception 'Version % of the passport % is published and does not change.', old.number, old.dpp_id;
  end if;
  return new;
end
$$;
create trigger keep_dpp_version before update on dpp_versions
  for each row execute function keep_dpp_version();

-- Access of one holder to the fields of an audience, for one passport or for all that a filter names.
create table dpp_grants (
  organization_id uuid not null,
  environment text not null,
  id uuid not null,
  dpp_id uuid,
  product_id uuid,
  schema_id text,
  audience text not null check (audience in ('LEGITIMATE_INTEREST', 'AUTHORITY')),
  purpose text not null,
  holder text not null,
  -- SHA-256 of the token, which has 256 random bits.
  token_hash bytea not null,
  expires_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  created_at timestamptz(3) not null default statement_timestamp(),
  primary key (organization_id, environment, id),
  foreign key (organization_id, environment, dpp_id)
    references dpps (organization_id, environment, id) on delete cascade,
  foreign key (organization_id, environment, product_id)
    references products (organization_id, environment, id) on delete cascade
);
-- The token says whose grant it is.
create index dpp_grants_by_token on dpp_grants (token_hash);
create index dpp_grants_by_dpp on dpp_grants (organization_id, environment, dpp_id, id)
  where dpp_id is not null;
create index dpp_grants_by_product on dpp_grants (organization_id, environment, product_id, id)
  where product_id is not null;
create index dpp_grants_by_creation on dpp_grants (organization_id, environment, created_at, id);
select count_list('dpp_grants');

-- Each use of a grant; only added.
create table dpp_grant_uses (
  organization_id uuid not null,
  environment text not null,
  grant_id uuid not null,
  id uuid not null,
  dpp_id uuid not null,
  used_at timestamptz(3) not null default statement_timestamp(),
  primary key (organization_id, environment, grant_id, id),
  foreign key (organization_id, environment, grant_id)
    references dpp_grants (organization_id, environment, id) on delete cascade
);

-- Offers to hand a passport over to another organization, which accepts with the token.
create table dpp_transfers (
  organization_id uuid not null,
  environment text not null,
  id uuid not null,
  dpp_id uuid not null,
  token_hash bytea not null,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default statement_timestamp(),
  primary key (organization_id, environment, id),
  -- A second offer replaces the first.
  unique (organization_id, environment, dpp_id),
  foreign key (organization_id, environment, dpp_id)
    references dpps (organization_id, environment, id) on delete cascade
);
create index dpp_transfers_by_token on dpp_transfers (token_hash);
