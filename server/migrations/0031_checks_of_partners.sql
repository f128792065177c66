-- The credentials of a partner are tried when they are saved.
alter table footprint_requests drop constraint footprint_requests_kind_check;
alter table footprint_requests add constraint footprint_requests_kind_check
  check (kind in ('REQUEST', 'ANSWER', 'UPDATE', 'ANNOUNCEMENT', 'CHECK'));
create index footprint_checks on footprint_requests (organization_id, environment, partner_id, id)
  where kind = 'CHECK';
