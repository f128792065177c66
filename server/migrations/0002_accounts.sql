-- Organizations: the tenants of the service.

create table organizations (
  id uuid primary key,
  name text not null unique check (length(name) between 1 and 200),
  tier text not null check (tier in ('FREE', 'GROWTH', 'ENTERPRISE')),
  requests_per_minute int check (requests_per_minute > 0),
  created_at timestamptz not null default now()
);
