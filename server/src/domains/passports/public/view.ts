import type { Scope } from '../../../platform/scope.ts';
import { maskContent } from '../content/mask.ts';
import { fieldsOf, schemaOf } from '../content/schemas.ts';
import {
  type Audience,
  type Dpp,
  type DppContent,
  type DppView,
  type StoredVersion,
  VISIBLE_CLASSES,
} from '../model.ts';
import { saltsOf } from '../versions/integrity.ts';

/** Common fields that a suspended passport still shows. */
const HEADER_FIELDS = ['name', 'economicOperator'];

/** A published version as an audience may see it: state first, then the class of each field. */
export function viewOf(
  scope: Scope,
  dpp: Dpp,
  version: StoredVersion,
  audience: Audience,
): DppView {
  const extent = audience === 'OWNER' ? 'FULL' : extentOf(dpp);
  const masked = maskContent(fieldsOf(schemaOf(dpp)), version.content, audience);
  const isFull = extent === 'FULL';
  const { hash, previousHash, digests, jws, keyId, number, validFrom, validUntil } = version;
  return {
    scope,
    originId: dpp.originId,
    audience,
    id: dpp.id,
    identity: dpp.identity,
    granularity: dpp.granularity,
    gtin: dpp.gtin,
    batchNumber: dpp.batchNumber,
    serialNumber: dpp.serialNumber,
    schemaId: dpp.schemaId,
    schemaVersion: dpp.schemaVersion,
    status: dpp.status,
    statusReason: dpp.statusReason,
    statusCause: dpp.statusCause,
    statusChangedAt: dpp.statusChangedAt,
    fate: dpp.fate,
    predecessorId: dpp.predecessorId,
    successorId: dpp.successorId,
    number,
    isSuperseded: number !== dpp.publishedVersion,
    validFrom,
    validUntil,
    publishedAt: version.publishedAt,
    updatedAt: dpp.updatedAt,
    extent,
    content: isFull ? masked.content : headerOf(extent, masked.content),
    withheld: isFull ? masked.withheld : [],
    integrity: {
      hash,
      previousHash,
      digests,
      // The credential and the salts belong to the content.
      salts: isFull ? saltsOf(version.salts, VISIBLE_CLASSES[audience]) : {},
      jws: isFull ? jws : null,
      keyId,
    },
  };
}

/** The part of a published passport that readers see. */
export function extentOf({ status, fate, schemaId }: Dpp): DppView['extent'] {
  if (status === 'SUSPENDED') return 'HEADER';
  // The passport of a recycled battery ceases to exist: Regulation (EU) 2023/1542, Article 77(8).
  const isGone = status === 'REVOKED' || (fate === 'RECYCLED' && schemaId === 'battery');
  return isGone ? 'TOMBSTONE' : 'FULL';
}

function headerOf(extent: DppView['extent'], content: DppContent): DppContent {
  if (extent === 'TOMBSTONE') return {};
  return Object.fromEntries(
    Object.entries(content).filter(([name]) => HEADER_FIELDS.includes(name)),
  );
}

const UNSEALED = {
  digests: { PUBLIC: '', RESTRICTED: '', CONFORMITY: '', INDIVIDUAL: '', INTERNAL: '' },
  ...{ salts: {}, hash: '', previousHash: null, jws: null, keyId: '' },
};

/** A draft as an audience would see it. It has no proof yet. */
export function viewOfDraft(
  scope: Scope,
  dpp: Dpp,
  content: DppContent,
  audience: Audience,
): DppView {
  const { createdAt: validFrom, updatedAt: publishedAt } = dpp;
  const version = { ...UNSEALED, number: 1, content, validFrom, validUntil: null, publishedAt };
  return viewOf(scope, { ...dpp, publishedVersion: 1 }, version, audience);
}
