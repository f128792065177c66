-- The private half of a signing key can be outside of the database: in a file that the configuration names.

alter table signing_keys drop constraint signing_keys_state,
  add constraint signing_keys_state check ((state = 'ACTIVE' or private_key is null)
    and (state = 'ACTIVE') = (ended_at is null));
