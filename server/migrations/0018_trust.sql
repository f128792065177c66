-- Trust: the signing keys of organizations, and the states of the credentials that they signed.

create table signing_keys (
  organization_id uuid not null,
  environment text not null check (environment in ('LIVE', 'SANDBOX')),
  id uuid not null,
  -- JWK thumbprint (RFC 7638) of the public key; the fragment of the key's DID URL.
  thumbprint text not null,
  public_key jsonb not null,
  -- PKCS#8, encrypted with AES-256-GCM, with the id of the encrypting key; null when it signs no more, or when it is in a
  -- file that the configuration names.
  private_key bytea,
  state text not null check (state in ('ACTIVE', 'RETIRED', 'COMPROMISED')),
  created_at timestamptz(3) not null default statement_timestamp(),
  ended_at timestamptz(3),
  primary key (organization_id, environment, id),
  constraint signing_keys_state check ((state = 'ACTIVE' or private_key is null)
    and (state = 'ACTIVE') = (ended_at is null))
);
create unique index signing_keys_active on signing_keys (organization_id, environment)
  where state = 'ACTIVE';

-- Lists of 131,072 places (W3C Bitstring Status List): one place per signed credential.
create table status_lists (
  organization_id uuid not null,
  environment text not null check (environment in ('LIVE', 'SANDBOX')),
  id uuid not null,
  -- New credentials get places of the open list.
  is_open boolean not null default true,
  created_at timestamptz(3) not null default statement_timestamp(),
  primary key (organization_id, environment, id)
);
create unique index status_lists_open on status_lists (organization_id, environment) where is_open;
-- The public address of a list names no tenant.
create index status_lists_by_id on status_lists (id);

-- Places are drawn at random, so that a list does not show how many credentials there are.
create table credential_statuses (
  organization_id uuid not null,
  environment text not null,
  list_id uuid not null,
  place int not null check (place between 0 and 131071),
  -- The credential's subject, such as a passport; each of its versions has a place.
  subject_id uuid not null,
  is_revoked boolean not null default false,
  is_suspended boolean not null default false,
  -- A newer credential about the subject exists.
  is_superseded boolean not null default false,
  primary key (organization_id, environment, list_id, place),
  foreign key (organization_id, environment, list_id)
    references status_lists (organization_id, environment, id) on delete cascade
);
create index credential_statuses_by_subject on credential_statuses (organization_id, environment, subject_id);
create index credential_statuses_set on credential_statuses (organization_id, environment, list_id)
  where is_revoked or is_suspended or is_superseded;

-- The caches of public answers in all processes drop what depends on changed rows, within the commit.
create function announce_changed_status() returns trigger language plpgsql as $$
begin
  perform pg_notify('trackway_public', 'status:' || list_id)
  from (select distinct list_id from changed) lists;
  return null;
end
$$;
create trigger announce_changed_status after update on credential_statuses
  referencing new table as changed for each statement execute function announce_changed_status();

create function announce_changed_key() returns trigger language plpgsql as $$
begin
  perform pg_notify('trackway_public', 'keys:' || organization_id)
  from (select distinct organization_id from changed) organizations;
  return null;
end
$$;
create trigger announce_changed_key after update on signing_keys
  referencing new table as changed for each statement execute function announce_changed_key();
create trigger announce_new_key after insert on signing_keys
  referencing new table as changed for each statement execute function announce_changed_key();
