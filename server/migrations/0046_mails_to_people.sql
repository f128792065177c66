-- Mails to a mailbox are counted by the hour, so that requests from many network addresses cannot flood it.

create table mail_windows (
  -- SHA-256 of the mailbox, which may be that of somebody without an account.
  mailbox bytea not null,
  purpose text not null check (purpose in ('NEW_PASSWORD', 'NEW_ADDRESS', 'NOTICE')),
  mails int not null,
  ends_at timestamptz not null,
  primary key (mailbox, purpose)
);
create index mail_windows_by_end on mail_windows (ends_at);
