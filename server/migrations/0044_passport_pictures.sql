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

alter table dpp_versions add column picture_sha256 text collate "C",
  add constraint dpp_versions_picture foreign key (organization_id, environment, picture_sha256)
    references dpp_pictures (organization_id, environment, sha256);
create index dpp_versions_by_picture on dpp_versions (organization_id, environment, picture_sha256, dpp_id)
  where picture_sha256 is not null;
