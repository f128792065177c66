-- Public pages show the brand of their organization: a change drops all cached answers, because it is rare and touches many.

create function announce_changed_brand() returns trigger language plpgsql as $$
begin
  perform pg_notify('trackway_public', 'all');
  return null;
end
$$;
create trigger announce_changed_brand after insert or update or delete on brands
  for each statement execute function announce_changed_brand();
