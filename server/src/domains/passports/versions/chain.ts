import type { Db } from '../../../platform/database/index.ts';
import { encodeId } from '../../../platform/ids.ts';
import type { JsonObject } from '../../../platform/json/index.ts';
import type { Finding, Verification } from '../../trust/index.ts';
import { fieldsOf, schemaOf } from '../content/schemas.ts';
import type { ClassDigests, DppContent, DppView, FieldClass } from '../model.ts';
import { versionHashIn } from '../projections/untp-details.ts';
import { type PublicVersion, sealedHeaders } from '../public/store.ts';
import { digestOfClass, hashOf, type Salts } from './integrity.ts';

/** A published version in the chain of hashes of its passport. */
export type ChainLink = {
  readonly number: number;
  readonly hash: string;
  readonly previousHash: string | null;
  /** True if the hash is that of the header of the version, and the one before is that of the version before. */
  readonly isWhole: boolean;
};

/** Facts about a passport that the headers of all its versions name. */
export type Sealed = Pick<DppView, 'id' | 'identity' | 'schemaId' | 'schemaVersion'>;
export type SealedHead = PublicVersion & { readonly digests: ClassDigests };

/**
 * The last versions of a passport, the newest first, each with its hash worked out again from the header: numbers, time
 * and the digests of the content by class, which say nothing about withheld values.
 */
export async function hashChainOf(db: Db, view: DppView): Promise<ChainLink[]> {
  const headers = await sealedHeaders(db, view);
  return headers.map((head, at) => chainLink(view, head, headers[at + 1]));
}

/** A version with the one before it; that is undefined for the first, and where a list of versions ends. */
export function chainLink(
  sealed: Sealed,
  { number, hash, previousHash, publishedAt, digests }: SealedHead,
  before: Pick<SealedHead, 'number' | 'hash'> | undefined,
): ChainLink {
  const again = hashOf({
    dppId: encodeId('dpp', sealed.id),
    identity: sealed.identity,
    version: number,
    schema: `${sealed.schemaId} ${sealed.schemaVersion}`,
    publishedAt: publishedAt.toISOString(),
    previousHash,
    digests,
  });
  const follows =
    number === 1
      ? previousHash === null
      : before === undefined || (before.number === number - 1 && before.hash === previousHash);
  return { number, hash, previousHash, isWhole: again === hash && follows };
}

type SealedContent = {
  readonly content: DppContent;
  readonly digests: ClassDigests;
  readonly salts: Partial<Salts>;
};

/** True if the parts of a content have the digests that its version seals. */
export function hasDigests(
  sealed: Pick<Sealed, 'schemaId' | 'schemaVersion'>,
  { content, digests, salts }: SealedContent,
  classes: readonly FieldClass[],
): boolean {
  const fields = fieldsOf(schemaOf(sealed));
  return classes.every((name) => {
    const salt = salts[name];
    return salt !== undefined && digestOfClass(fields, content, name, salt) === digests[name];
  });
}

/** The verification of a passport's credential, with that of the content and the version that are shown. */
export function withSeal(view: DppView, verification: Verification): Verification {
  const findings = [...verification.findings, ...sealFindings(view, verification.credential)];
  const isValid = verification.isValid && findings.every(({ outcome }) => outcome !== 'FAILED');
  return { ...verification, isValid, findings };
}

function sealFindings(view: DppView, credential: JsonObject | undefined): Finding[] {
  const { content, integrity } = view;
  const isSealed = hasDigests(view, { ...integrity, content }, ['PUBLIC']);
  const signedHash = versionHashIn(credential);
  return [
    isSealed
      ? contentFinding('OK', 'The public content is the one that the version seals.')
      : contentFinding('FAILED', 'The public content is not the one that the version seals.'),
    signedHash === undefined
      ? contentFinding('NOTE', 'The credential does not name the hash of the version.')
      : signedHash === integrity.hash
        ? contentFinding('OK', 'The signature covers the hash of the version.')
        : contentFinding('FAILED', 'The credential was signed for another content.'),
  ];
}

function contentFinding(outcome: Finding['outcome'], detail: string): Finding {
  return { check: 'CONTENT', outcome, detail };
}

/** The verification of a passport whose credential is not shown any more, or not for now. */
export function withoutCredential({ status, statusReason }: DppView): Verification {
  const detail = WITHDRAWN[status] ?? 'The passport of this product has ceased to exist.';
  const findings: Finding[] = [{ check: 'STATUS', outcome: 'FAILED', detail }];
  if (statusReason !== null)
    findings.push({ check: 'STATUS', outcome: 'NOTE', detail: `Reason: ${statusReason}` });
  return { isValid: false, issuer: undefined, credential: undefined, findings };
}

const WITHDRAWN: Readonly<Record<string, string>> = {
  SUSPENDED: 'This passport is suspended',
  REVOKED: 'This passport was withdrawn',
};
