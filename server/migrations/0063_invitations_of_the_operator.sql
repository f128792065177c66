-- An invitation of the command line has no name of a person: pages say who made it in their own language.

alter table invitations alter invited_by drop not null;
