-- Which secret the digests of API keys were made under, so that a service with another one says so
-- instead of refusing every key. One row; the fingerprint does not tell the secret.

create table secret_fingerprint (
  is_only boolean primary key default true check (is_only),
  fingerprint text not null
);
