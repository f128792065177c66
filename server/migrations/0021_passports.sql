-- Digital product passports: their state, their versions (a chain of hashes) with their pictures, grants of access with
-- their uses, transfers of responsibility to another organization, and lines of jobs.

create table dpps (
  organization_id uuid not null,
  environment text not null check (environment in ('LIVE', 'SANDBOX')),
  id uuid not null,
  external_id text collate "C",
  -- The passport stays when its product is deleted.
  product_id uuid,
  granularity text not null check (granularity in ('MODEL', 'BATCH', 'ITEM')),
  -- The path of the GS1 Digital Link without its variant, such as 01/04012345123456/10/A1; that of an item is without its
  -- batch: 01/04012345123456/21/7. Without a GTIN the first part is the id of the product.
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
  -- Organization below whose address it was first published; null for the one that has it.
  origin_organization_id uuid,
  -- GLNs (GS1) of the economic operator, the facility and other responsible parties, as the published version names them.
  operator_gln text collate "C",
  facility_gln text collate "C",
  party_glns text[] collate "C",
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
-- The resolver answers for a GLN from the public passports that name it. Passports of models come first: a page of a GLN
-- lists them and does not read those of single items.
create index dpps_public_by_operator_gln on dpps
    (operator_gln, environment, (granularity <> 'MODEL'), published_at, id)
  where operator_gln is not null and status in ('PUBLISHED', 'END_OF_LIFE', 'ARCHIVED');
create index dpps_public_by_facility_gln on dpps
    (facility_gln, environment, (granularity <> 'MODEL'), published_at, id)
  where facility_gln is not null and status in ('PUBLISHED', 'END_OF_LIFE', 'ARCHIVED');

select count_list('dpps', 'status');
select search_in('dpps', 'DPP', title => 'name',
  names => $$concat_ws(' ', batch_number, serial_number)$$,
  others => $$concat_ws(' ', gtin, external_id, schema_id)$$,
  exact => 'array[external_id, gtin, batch_number, serial_number]');
alter table dpps alter organization_id set (n_distinct = 10);

-- One row per GLN of a public passport: an index on a list cannot give the first passports of a GLN in their order.
create table dpp_party_glns (
  organization_id uuid not null,
  environment text not null check (environment in ('LIVE', 'SANDBOX')),
  dpp_id uuid not null,
  gln text collate "C" not null,
  is_below_model boolean not null,
  published_at timestamptz(3) not null,
  primary key (organization_id, environment, dpp_id, gln),
  foreign key (organization_id, environment, dpp_id)
    references dpps (organization_id, environment, id) on delete cascade on update cascade
);
create index dpp_party_glns_by_gln on dpp_party_glns (gln, environment, is_below_model, published_at, dpp_id);

create function keep_party_glns() returns trigger language plpgsql as $$
begin
  delete from dpp_party_glns known using changed
  where known.organization_id = changed.organization_id and known.environment = changed.environment
    and known.dpp_id = changed.id
    and (changed.status not in ('PUBLISHED', 'END_OF_LIFE', 'ARCHIVED')
      or known.gln <> all (coalesce(changed.party_glns, '{}')));
  insert into dpp_party_glns
  select organization_id, environment, id, gln, granularity <> 'MODEL', published_at
  from changed, unnest(party_glns) as gln
  where status in ('PUBLISHED', 'END_OF_LIFE', 'ARCHIVED')
  on conflict do nothing;
  return null;
end
$$;
create trigger keep_party_glns_of_changed after update on dpps
  referencing new table as changed for each statement execute function keep_party_glns();
-- A transfer and a restored back-up insert published passports.
create trigger keep_party_glns_of_new after insert on dpps
  referencing new table as changed for each statement execute function keep_party_glns();

-- Pictures of products on the public pages of passports. A version names the picture that it shows by its SHA-256, so that many
-- items share one picture, and versions keep theirs.
create table dpp_pictures (
  organization_id uuid not null,
  environment text not null check (environment in ('LIVE', 'SANDBOX')),
  -- Of the bytes, in hex.
  sha256 text collate "C" not null check (sha256 ~ '^[0-9a-f]{64}$'),
  media_type text not null check (media_type in ('image/jpeg', 'image/png', 'image/webp')),
  width_px int not null,
  height_px int not null,
  bytes bytea not null,
  created_at timestamptz(3) not null default statement_timestamp(),
  primary key (organization_id, environment, sha256)
);
-- The formats are compressed already.
alter table dpp_pictures alter bytes set storage external;
alter table dpp_pictures alter organization_id set (n_distinct = 10);

-- One row per version. That of a draft has no hash yet; once it has, only the signature may be replaced, after
-- the key that made it was compromised.
create table dpp_versions (
  organization_id uuid not null,
  environment text not null,
  dpp_id uuid not null,
  number int not null check (number > 0),
  id uuid not null default gen_random_uuid(),
  -- JSON packed by Brotli of the whole content; masks apply when it is read.
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
  -- Organization that signed the version before the passport passed on; null for the one that has it.
  signed_by uuid,
  picture_sha256 text collate "C",
  -- The assets whose addresses are in the content, which are not deleted; null for a draft and for a version without any.
  asset_ids uuid[],
  primary key (organization_id, environment, dpp_id, number),
  foreign key (organization_id, environment, dpp_id)
    references dpps (organization_id, environment, id) on delete cascade on update cascade,
  constraint dpp_versions_signed check (
    num_nonnulls(digests, salts, hash, jws, key_id, valid_from, published_at) in (0, 7)
    and (previous_hash is null) = (number = 1 or hash is null)),
  constraint dpp_versions_picture foreign key (organization_id, environment, picture_sha256)
    references dpp_pictures (organization_id, environment, sha256)
) with (toast_tuple_target = 256);
alter table dpp_versions alter content set storage external;
create index dpp_versions_by_id on dpp_versions (organization_id, environment, dpp_id, id);
create index dpp_versions_by_time on dpp_versions (organization_id, environment, dpp_id, published_at);
-- A compromised key signs again what its organization has handed over.
create index dpp_versions_handed_over on dpp_versions (signed_by, environment, key_id)
  where signed_by is not null;
create index dpp_versions_by_picture on dpp_versions (organization_id, environment, picture_sha256, dpp_id)
  where picture_sha256 is not null;
create index dpp_versions_by_asset on dpp_versions using gin (asset_ids)
  where asset_ids is not null;
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

-- A version that names assets holds them until it is committed: a deletion that runs at the same time waits, and then
-- finds the version.
create function hold_used_assets() returns trigger language plpgsql as $$
begin
  perform from assets where organization_id = new.organization_id and environment = new.environment
    and id = any(new.asset_ids) for key share;
  return null;
end
$$;
create trigger hold_used_assets after insert or update of asset_ids on dpp_versions
  for each row when (new.asset_ids is not null) execute function hold_used_assets();

-- Access of one holder to the fields of an audience, for one passport or for all that a filter names. The grants of a
-- passport that passed on are kept, revoked, by the organization that gave them: the passport is no foreign key.
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

-- Offers to hand a passport over to another organization, which accepts with the token. They are kept after they ended, as the record of who handed over what and when.
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

-- Lines of the jobs of passports: one for each product of a catalogue, and one for each draft that a
-- publication refused.
create table dpp_job_lines (
  organization_id uuid not null,
  environment text not null check (environment in ('LIVE', 'SANDBOX')),
  job_id uuid not null,
  id uuid not null,
  product_id uuid,
  dpp_id uuid,
  outcome text not null check (outcome in ('CREATED', 'EXISTED', 'REFUSED')),
  problems jsonb,
  primary key (organization_id, environment, job_id, id)
);

-- Public answers are cached in every process; a commit that changes a passport drops those made from it.
create function announce_changed_passports() returns trigger language plpgsql as $$
begin
  -- A batch of many passports empties the caches with one notice.
  if (select count(*) from (select from changed limit 501) few) > 500 then
    perform pg_notify('trackway_public', 'all');
  else
    perform pg_notify('trackway_public', notice) from (
      select 'dpp:' || id as notice from changed
      union select 'gtin:' || gtin from changed where gtin is not null
      union select 'gln:' || operator_gln from changed where operator_gln is not null
      union select 'gln:' || facility_gln from changed where facility_gln is not null
      union select 'gln:' || gln from changed, unnest(party_glns) as gln) notices;
  end if;
  return null;
end
$$;
create trigger announce_changed_passports after update on dpps
  referencing new table as changed for each statement execute function announce_changed_passports();
-- A reset of the sandbox deletes passports.
create trigger announce_deleted_passports after delete on dpps
  referencing old table as changed for each statement execute function announce_changed_passports();
create trigger announce_new_passports after insert on dpps
  referencing new table as changed for each statement execute function announce_changed_passports();

create function announce_changed_versions() returns trigger language plpgsql as $$
begin
  if (select count(*) from (select from changed limit 501) few) > 500 then
    perform pg_notify('trackway_public', 'all');
  else
    perform pg_notify('trackway_public', 'dpp:' || dpp_id) from (select distinct dpp_id from changed) passports;
  end if;
  return null;
end
$$;
create trigger announce_changed_versions after update on dpp_versions
  referencing new table as changed for each statement execute function announce_changed_versions();
