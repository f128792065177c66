-- The audit log: who did what to which object. Written in the transaction of the change, and never changed.

create table audit_entries (
  organization_id uuid not null,
  environment text not null check (environment in ('LIVE', 'SANDBOX')),
  id uuid not null,
  action text not null,
  -- The kind of its id in the API, because the object may be gone.
  object_kind text not null,
  object_id uuid not null,
  details jsonb not null,
  actor_kind text not null check (actor_kind in ('PERSON', 'API_KEY', 'COMMAND_LINE', 'SYSTEM')),
  actor_id uuid,
  actor_name text,
  actor_email text,
  request_id uuid,
  created_at timestamptz(3) not null default clock_timestamp(),
  primary key (organization_id, environment, id)
);
create index audit_entries_by_time on audit_entries (organization_id, environment, created_at, id);
create index audit_entries_by_action on audit_entries (organization_id, environment, action, created_at, id);
create index audit_entries_by_object on audit_entries (organization_id, environment, object_id, created_at, id);
create index audit_entries_by_actor on audit_entries (organization_id, environment, actor_id, created_at, id);
-- For deleting after the retention time, which the tenants share. Entries are added in order of time.
create index audit_entries_by_age on audit_entries using brin (created_at);

select count_list('audit_entries');

create function audit_retention() returns interval language sql immutable as $$ select interval '730 days' $$;

-- The service has one role, so privileges cannot keep it from changing entries: triggers do.
create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'Entries of the audit log cannot be changed, and are deleted only after their retention time.';
end
$$;
create trigger audit_entries_are_kept before update or truncate on audit_entries
  for each statement execute function refuse_audit_change();
create trigger audit_entries_are_retained before delete on audit_entries
  for each row when (old.created_at >= now() - audit_retention()) execute function refuse_audit_change();

-- What people do to their own access is no change of one organization: it is in the logs of all of theirs. The
-- library that signs people in writes these tables, so triggers write the entries in its transactions.
create function record_own_action(person uuid, action text, details jsonb default '{}') returns void language sql as $$
  with entries as (
    select members.organization_id, environments.environment, users.name, users.email
    from members join users on users.id = members.user_id
      cross join (values ('LIVE'), ('SANDBOX')) as environments (environment)
    where members.user_id = person
  ), announced as materialized (
    select announce_writer(organization_id, environment) from entries
  )
  insert into audit_entries (organization_id, environment, id, action, object_kind, object_id, details,
    actor_kind, actor_id, actor_name, actor_email)
  select organization_id, environment, uuid_v7(), action, 'user', person, details,
    'PERSON', person, name, email
  from entries, (select count(*) from announced) as ready
$$;

create function audit_session() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then perform record_own_action(new.user_id, 'user.session_started');
  else perform record_own_action(old.user_id, 'user.session_ended');
  end if;
  return null;
end
$$;
create trigger audit_session_start after insert on sessions for each row execute function audit_session();
-- A session whose time is over has ended already.
create trigger audit_session_end after delete on sessions
  for each row when (old.expires_at > now()) execute function audit_session();

create function audit_password() returns trigger language plpgsql as $$
begin
  perform record_own_action(new.user_id, 'user.password_changed');
  return null;
end
$$;
create trigger audit_password after update of password on credentials
  for each row when (old.password is distinct from new.password) execute function audit_password();

create function audit_person() returns trigger language plpgsql as $$
begin
  if old.email <> new.email then
    perform record_own_action(new.id, 'user.email_changed', jsonb_build_object('from', old.email, 'to', new.email));
  end if;
  if coalesce(old.two_factor_enabled, false) <> coalesce(new.two_factor_enabled, false) then
    perform record_own_action(new.id,
      case when new.two_factor_enabled then 'user.second_factor_enabled' else 'user.second_factor_disabled' end);
  end if;
  return null;
end
$$;
create trigger audit_person after update of email, two_factor_enabled on users
  for each row execute function audit_person();

create function audit_passkey() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform record_own_action(new.user_id, 'user.passkey_added', jsonb_build_object('name', new.name));
  else
    perform record_own_action(old.user_id, 'user.passkey_removed', jsonb_build_object('name', old.name));
  end if;
  return null;
end
$$;
create trigger audit_passkey after insert or delete on passkeys for each row execute function audit_passkey();
