import { auditedActionsOf } from '../../rules/events/audit.ts';
import { integer, nullable, text } from '../../rules/events/event-payload.ts';

const role = text('Role in the organization.', 'MEMBER');
const name = text('Name of the person.', 'Ada Lovelace');

const ofInvitation = auditedActionsOf({ name: 'invitation', idKind: 'invitation' });

const invited = {
  email: nullable(
    text('Address that the invitation is for; null if it is for any.', 'ada@example.com'),
  ),
  role,
};

export const invitationCreation = ofInvitation('created', {
  meaning: 'A person was invited to the organization.',
  details: invited,
});

export const invitationRevocation = ofInvitation('revoked', {
  meaning: 'An invitation was taken back.',
  details: invited,
});

const ofMember = auditedActionsOf({ name: 'member', idKind: 'member' });

export const memberJoining = ofMember('joined', {
  meaning: 'A person joined the organization.',
  details: { name, role },
});

export const roleChange = ofMember('role_changed', {
  meaning: 'A member was given another role.',
  details: {
    name,
    from: text('Role before.', 'MEMBER'),
    to: text('Role from then on.', 'ADMIN'),
  },
});

export const memberRemoval = ofMember('removed', {
  meaning: 'A member was removed from the organization.',
  details: { name, role },
});

export const passwordResetIssue = ofMember('password_reset_issued', {
  meaning: 'A link was made by which a member chooses a new password.',
  details: { name },
});

const ofOrganization = auditedActionsOf({ name: 'organization', idKind: 'organization' });

export const settingsChange = ofOrganization('settings_changed', {
  meaning: 'The tier or the request limit of the organization was changed.',
  details: {
    tier: text('Tier from then on.', 'GROWTH'),
    requestsPerMinute: nullable(
      integer('Request limit from then on; null for that of the tier.', 600),
    ),
  },
});

const ofPerson = auditedActionsOf({ name: 'user', idKind: 'user' });

/** Triggers record these actions (`0026_audit_log.sql`): a library writes the tables. */
ofPerson('session_started', { meaning: 'A member signed in.', details: {} });
ofPerson('session_ended', {
  meaning:
    'A session of a member was ended before its time: by signing out, or with a new password.',
  details: {},
});
ofPerson('password_changed', { meaning: 'A member chose a new password.', details: {} });
ofPerson('email_changed', {
  meaning: 'A member changed the e-mail address.',
  details: {
    from: text('Address before.', 'ada@example.com'),
    to: text('Address from then on.', 'ada@example.org'),
  },
});
ofPerson('second_factor_enabled', { meaning: 'A member added a second factor.', details: {} });
ofPerson('second_factor_disabled', { meaning: 'A member removed the second factor.', details: {} });
ofPerson('passkey_added', {
  meaning: 'A member added a passkey.',
  details: { name: nullable(text('Name of the passkey.', 'Laptop')) },
});
ofPerson('passkey_removed', {
  meaning: 'A member removed a passkey.',
  details: { name: nullable(text('Name of the passkey.', 'Laptop')) },
});
