import { auditedActionsOf } from '../../rules/events/audit.ts';
import { oneOf, text } from '../../rules/events/event-payload.ts';
import { ASSET_KINDS } from './model.ts';

const declare = auditedActionsOf({ name: 'asset', idKind: 'asset' });

const kind = oneOf('Kind of the asset.', [...ASSET_KINDS]);
const sha256 = text('SHA-256 of the file, 64 hex digits.', '9f2b…');

export const assetCreation = declare('created', {
  meaning: 'An asset was rendered. Those of a batch have no entries of their own.',
  details: { kind, sha256 },
});

export const assetDeletion = declare('deleted', {
  meaning: 'An asset was deleted.',
  details: { kind, sha256 },
});
