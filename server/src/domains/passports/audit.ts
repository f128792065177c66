import { auditedActionsOf } from '../../rules/events/audit.ts';
import { integer, nullable, oneOf, text } from '../../rules/events/event-payload.ts';

const declare = auditedActionsOf({ name: 'dpp', idKind: 'dpp' });

const identity = text('Path of the GS1 Digital Link of the product.', '01/04006381333931');
const version = nullable(integer('Number of the public version.', 1));
const reason = nullable(text('Reason that was given.', 'Recall of lot 7'));

const change = (verb: string, meaning: string) =>
  declare(verb, { meaning, details: { identity, version, reason } });

export const publication = change('published', 'A passport was published.');
export const amendment = change('amended', 'A published passport was amended.');
export const suspension = change('suspended', 'A passport was suspended.');
export const resumption = change('resumed', 'A suspended passport was resumed.');
export const revocation = change('revoked', 'A passport was revoked.');
export const ending = change('ended', 'The life of the product of a passport ended.');
export const archiving = change('archived', 'A passport was archived.');
export const draftDeletion = change('deleted', 'The draft of a passport was deleted.');
const recipient = text('Organization that the offer is meant for.', 'Second Life Ltd');

export const transferOffer = declare('transfer_offered', {
  meaning: 'A passport was offered to another organization.',
  details: { identity, recipient },
});
export const offerWithdrawal = declare('transfer_withdrawn', {
  meaning: 'The offer of a passport to another organization was withdrawn.',
  details: { identity, recipient },
});
export const handOver = declare('handed_over', {
  meaning: 'Another organization took over a passport.',
  details: { identity, version, to: text('Economic operator from now on.', 'Second Life Ltd') },
});
export const takeOver = declare('taken_over', {
  meaning: 'A passport of another organization was taken over.',
  details: { identity, version, from: text('Economic operator until then.', 'Acme Ltd') },
});

const grantDetails = {
  holder: text('Holder of the grant.', 'Recycling Ltd'),
  audience: oneOf('Audience of the grant.', ['LEGITIMATE_INTEREST', 'AUTHORITY']),
};
const declareGrant = auditedActionsOf({ name: 'dpp_grant', idKind: 'dppGrant' });

export const grantCreation = declareGrant('created', {
  meaning: 'Access to fields of passports was granted.',
  details: { ...grantDetails, purpose: text('Purpose of the grant.', 'Dismantling') },
});
export const grantRevocation = declareGrant('revoked', {
  meaning: 'A grant of access to passports was revoked.',
  details: grantDetails,
});
