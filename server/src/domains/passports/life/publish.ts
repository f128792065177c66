import { mapInTurns } from '../../../platform/concurrency/event-loop.ts';
import { encodeId } from '../../../platform/ids.ts';
import type { Scope } from '../../../platform/scope.ts';
import { badInput, type Problem } from '../../../rules/errors/api-error.ts';
import { recordAudit } from '../../../rules/events/audit.ts';
import { recordEvents } from '../../../rules/events/events.ts';
import { inStored, problem } from '../../../rules/inputs/problems.ts';
import {
  assertTransition,
  type Target,
  wrongState,
} from '../../../rules/mutations/preconditions.ts';
import type { AuditedTx } from '../../../rules/mutations/work.ts';
import { signCredentials, type Trust } from '../../trust/index.ts';
import { amendment, publication } from '../audit.ts';
import { listedIn } from '../content/draft.ts';
import { glnsIn } from '../content/gln.ts';
import { plainTextProblems } from '../content/personal-data.ts';
import { fieldsOf, schemaOf } from '../content/schemas.ts';
import { completenessOf, contentProblems } from '../content/validate.ts';
import { dppAmended, dppPayload, dppPublished } from '../events.ts';
import { DPP_TRANSITIONS, type Dpp, type StatusCause, type StoredVersion } from '../model.ts';
import { wordsOf } from '../page/words.ts';
import { missingForCredential, untpCredential } from '../projections/untp.ts';
import { viewOf } from '../public/view.ts';
import {
  type Candidate,
  changedDpp,
  currentDpp,
  type DraftChange,
  endProblems,
} from '../service.ts';
import { markPublished } from '../store.ts';
import { digestsOf, hashOf, newSalts, type Salts } from '../versions/integrity.ts';
import { findContents, type SealedVersion, writeSealedVersions } from '../versions/store.ts';

/** The context of everything that signs. */
export type Signing = AuditedTx & { readonly trust: Trust };

/** Every reason why a content cannot be public, all at once. */
export function gateProblems({ dpp, content, validUntil }: Candidate): Problem[] {
  const schema = schemaOf(dpp);
  const { granularity, category } = dpp;
  const { missing } = completenessOf(schema, granularity, category, content);
  const lacks = new Set(missing.map(({ path }) => path));
  return [
    ...(schema.categories.length > 0 && category === null
      ? [problem(['category'], 'REQUIRED', `Passports of ${schema.id} need a category.`)]
      : []),
    ...missing.map(({ path, rule }) => problem(pathOf(path), 'REQUIRED', `${rule}.`)),
    ...missingForCredential(content)
      .filter((path) => !lacks.has(path))
      .map((path) =>
        problem(pathOf(path), 'REQUIRED', 'The signed credential (UNTP 0.7.0) needs it.'),
      ),
    ...contentProblems(schema, granularity, content),
    ...endProblems(validUntil),
  ];
}

function pathOf(path: string): (string | number)[] {
  return path.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step));
}

/** A passport whose version is not stored has nothing that its next one could follow. */
export const EMPTY = { content: {}, validUntil: null, hash: null };

/** Publishes a draft: its first version is sealed and signed. */
export async function publishDpp(signing: Signing, target: Target): Promise<Dpp> {
  const dpp = await currentDpp(signing, target);
  assertTransition('The passport', dpp.status, 'PUBLISHED', DPP_TRANSITIONS);
  if (dpp.status !== 'DRAFT')
    throw wrongState('The passport is SUSPENDED: use resumeDpp.', dpp.status, DPP_TRANSITIONS);
  const [stored] = await findContents(signing, [dpp.id]);
  const candidate = { dpp, ...EMPTY, ...stored };
  const problems = gateProblems(candidate);
  if (problems.length > 0) throw badInput(problems.map(inStored));
  const [published] = await sealVersions(signing, [candidate], null);
  return published ?? dpp;
}

/** Makes the next version of a published passport; the one before stays readable. A change of nothing makes none. */
export async function amendDpp(
  signing: Signing,
  target: Target,
  reason: Reason,
  change: Pick<DraftChange, 'content' | 'refresh' | 'validUntil'>,
): Promise<Dpp> {
  const dpp = await currentDpp(signing, target);
  if (dpp.status !== 'PUBLISHED') {
    const message = `The passport is ${dpp.status}: only a published one is amended, and a draft is changed by updateDpp.`;
    throw wrongState(message, dpp.status, DPP_TRANSITIONS);
  }
  const candidate = await changedDpp(signing, dpp, change);
  const problems = [...reasonProblems(textOf(reason)), ...gateProblems(candidate)];
  if (problems.length > 0) throw badInput(problems);
  if (!candidate.isNew) return dpp;
  const [amended] = await sealVersions(signing, [candidate], reason);
  return amended ?? dpp;
}

/** People give their reason as a text. */
export type Reason = string | StatusCause;

/** The reason as programs read it. */
function textOf(reason: Reason | null): string | null {
  return reason === null || typeof reason === 'string'
    ? reason
    : wordsOf('en').say(reason.word, reason.values);
}

const MAX_REASON = 1_000;

/** Reasons are public: they are checked as contents are. */
export function reasonProblems(reason: string | null | undefined): Problem[] {
  return reason == null ? [] : plainTextProblems(reason, ['reason'], MAX_REASON);
}

/**
 * Seals the next versions of locked passports: hash chain, signature, state and events are written in this one
 * transaction, so that nothing is public without its signature.
 */
export async function sealVersions(
  signing: Signing,
  candidates: readonly Candidate[],
  given: Reason | null,
): Promise<Dpp[]> {
  const publishedAt = new Date();
  const reason = textOf(given);
  const unsigned = await mapInTurns(candidates, (each) => unsignedVersion(each, publishedAt));
  await writeSealedVersions(signing, await signedVersions(signing, unsigned, reason));
  const published = await markPublished(
    signing,
    unsigned.map(({ dpp, version }) => ({
      id: dpp.id,
      number: version.number,
      ...listedIn(version.content),
      publishedAt,
      retentionUntil: yearsAfter(publishedAt, schemaOf(dpp).retentionYears),
      reason,
      cause: typeof given === 'string' ? null : given,
      ...glnsIn(version.content),
    })),
  );
  const event = reason === null ? dppPublished : dppAmended;
  await recordEvents(signing, ...published.map((dpp) => event.of(dpp.id, dppPayload(dpp))));
  const action = reason === null ? publication : amendment;
  await recordAudit(signing, ...published.map((dpp) => action.of(dpp.id, auditDetails(dpp))));
  return published;
}

/** Signs versions; a credential holds the public content only. */
async function signedVersions(
  work: Signing,
  unsigned: readonly ReturnType<typeof unsignedVersion>[],
  reason: string | null,
): Promise<SealedVersion[]> {
  const { trust } = work;
  const signed = await signCredentials(
    work,
    trust,
    await mapInTurns(unsigned, ({ dpp, version }) => ({
      subjectId: dpp.id,
      credential: untpCredential(publicView(work.scope, dpp, version), trust.urls),
    })),
  );
  const signatures = new Map(signed.map((each) => [each.subjectId, each]));
  return unsigned.map(({ dpp, version }): SealedVersion => {
    const signature = signatures.get(dpp.id);
    if (signature === undefined) throw new Error('A version was not signed.');
    const { jws, keyId } = signature;
    return { ...version, dppId: dpp.id, jws, keyId, reason };
  });
}

function unsignedVersion(
  { dpp, content, validUntil, hash: previousHash }: Candidate,
  publishedAt: Date,
): { readonly dpp: Dpp; readonly version: StoredVersion & { readonly salts: Salts } } {
  const salts = newSalts();
  const digests = digestsOf(fieldsOf(schemaOf(dpp)), content, salts);
  const number = (dpp.publishedVersion ?? 0) + 1;
  const hash = hashOf({
    dppId: encodeId('dpp', dpp.id),
    identity: dpp.identity,
    version: number,
    schema: `${dpp.schemaId} ${dpp.schemaVersion}`,
    publishedAt: publishedAt.toISOString(),
    previousHash,
    digests,
  });
  const proof = { digests, salts, hash, previousHash, jws: null, keyId: '' };
  return {
    dpp,
    version: { number, content, ...proof, validFrom: publishedAt, validUntil, publishedAt },
  };
}

/** The version as the public will see it: a credential has the public content only. */
function publicView(scope: Scope, dpp: Dpp, version: StoredVersion) {
  return viewOf(scope, { ...dpp, status: 'PUBLISHED' }, version, 'PUBLIC');
}

function yearsAfter(time: Date, years: number): Date {
  const later = new Date(time);
  later.setUTCFullYear(later.getUTCFullYear() + years);
  return later;
}

/** Facts about a change of a passport for the audit log. */
export function auditDetails({ identity, publishedVersion: version, statusReason: reason }: Dpp) {
  return { identity, version, reason };
}
