import type { TenantTx } from '../../../platform/database/index.ts';
import { SYSTEM } from '../../../rules/access/actor.ts';
import {
  ApiError,
  badInput,
  notFound,
  orNotFound,
  type Problem,
} from '../../../rules/errors/api-error.ts';
import { recordAudit } from '../../../rules/events/audit.ts';
import { recordEventsOfTenants } from '../../../rules/events/events.ts';
import { MAX_NAME, problem } from '../../../rules/inputs/problems.ts';
import {
  type Target,
  withUniqueExternalId,
  wrongState,
} from '../../../rules/mutations/preconditions.ts';
import type { AuditedTx } from '../../../rules/mutations/work.ts';
import { setStatus } from '../../trust/index.ts';
import { handOver, offerWithdrawal, takeOver, transferOffer } from '../audit.ts';
import { changedContent, withoutNulls } from '../content/draft.ts';
import { contentWithoutInternal, isObject } from '../content/mask.ts';
import { plainTextProblems } from '../content/personal-data.ts';
import { fieldsOf, schemaOf } from '../content/schemas.ts';
import { dppPayload, dppTransferred } from '../events.ts';
import { EMPTY, gateProblems, type Signing, sealVersions } from '../life/publish.ts';
import { DPP_TRANSITIONS, type Dpp, type DppContent, type TransferState } from '../model.ts';
import { assertPictureIsThere } from '../pictures/pictures.ts';
import { assertFree, currentDpp, type Operator } from '../service.ts';
import { dpps } from '../store.ts';
import { expiryProblems, hashOfToken, newToken } from '../tokens.ts';
import { findContents } from '../versions/store.ts';
import { beginEndOfGrants } from './hand-over.ts';
import { movePassport, sizeOfMove } from './move-store.ts';
import {
  type DppTransfer,
  endTransfer,
  findOpenTransfers,
  findTransferByToken,
  insertTransfer,
  transfers,
} from './store.ts';

/** Longest offer: the token of a forgotten one should open nothing. */
const MAX_DAYS = 90;
/** A version takes 0.23 ms of CPU time, and 6.5 ms if its content is the largest: a move stays below 5 s (decision 0185). */
const MOST_VERSIONS = 10_000;
const MEGABYTE = 1024 ** 2;
const MOST_BYTES = 32 * MEGABYTE;

export function stateOfTransfer({
  acceptedAt,
  withdrawnAt,
  expiresAt,
}: DppTransfer): TransferState {
  if (acceptedAt !== null) return 'ACCEPTED';
  if (withdrawnAt !== null) return 'WITHDRAWN';
  return expiresAt.getTime() > Date.now() ? 'OFFERED' : 'EXPIRED';
}

/** Offers a published passport to another organization; an earlier open offer is withdrawn. */
export async function offerDppTransfer(
  work: AuditedTx,
  target: Target,
  recipient: string,
  expiresAt: Date,
): Promise<{ readonly transfer: DppTransfer; readonly token: string }> {
  const dpp = await currentDpp(work, target);
  const problems = [
    ...plainTextProblems(recipient, ['recipient'], MAX_NAME),
    ...endProblems(expiresAt),
  ];
  if (problems.length > 0) throw badInput(problems);
  assertPublished(dpp);
  await assertMovable(work, dpp.id);
  for (const { id } of await findOpenTransfers(work, [dpp.id])) await withdraw(work, id);
  const { token, tokenHash } = newToken('dpt');
  const draft = { dppId: dpp.id, identity: dpp.identity, recipient };
  const transfer = await insertTransfer(work, draft, tokenHash, expiresAt);
  await recordAudit(work, transferOffer.of(dpp.id, { identity: dpp.identity, recipient }));
  return { transfer, token };
}

/** Problems of the end of an offer. */
export function endProblems(expiresAt: Date): Problem[] {
  return expiryProblems(expiresAt, 'An offer', MAX_DAYS);
}

/** The next version names another operator, so only a passport that can be amended passes on. */
function assertPublished({ status }: Dpp): void {
  if (status === 'PUBLISHED') return;
  const message = `The passport is ${status}: only a published one passes to another organization.`;
  throw wrongState(message, status, DPP_TRANSITIONS);
}

/** Versions move in the request that accepts, so that each reader sees all of them at one owner. */
async function assertMovable(work: TenantTx, id: string): Promise<void> {
  const { versions, bytes } = await sizeOfMove(work, id);
  if (versions <= MOST_VERSIONS && bytes <= MOST_BYTES) return;
  const [most, has] = [MOST_VERSIONS, versions].map((count) => count.toLocaleString('en'));
  const size = `${Math.ceil(bytes / MEGABYTE)} MB`;
  const message = `The passport has ${has} versions with ${size} of contents and pictures: one passes to another organization with at most ${most} versions and ${MOST_BYTES / MEGABYTE} MB. The other organization can publish a new passport, and this one ends by \`endDppLife\`.`;
  throw new ApiError('CONFLICT', message, { maxVersions: MOST_VERSIONS, maxBytes: MOST_BYTES });
}

/** Withdraws an offer that nobody has accepted. */
export async function withdrawDppTransfer(work: AuditedTx, id: string): Promise<DppTransfer> {
  const found = orNotFound('The offer', await transfers.lock(work, { by: 'id', value: id }));
  const state = stateOfTransfer(found);
  if (state === 'ACCEPTED' || state === 'WITHDRAWN') throw ended(state);
  return withdraw(work, id);
}

async function withdraw(work: AuditedTx, id: string): Promise<DppTransfer> {
  const transfer = await endTransfer(work, id, { withdrawnAt: new Date() });
  const { dppId, identity, recipient } = transfer;
  await recordAudit(work, offerWithdrawal.of(dppId, { identity, recipient }));
  return transfer;
}

function ended(state: TransferState): ApiError {
  return new ApiError('CONFLICT', `The offer is ${state}: ask for a new one.`, {
    state,
    allowed: [],
  });
}

export type Acceptance = {
  readonly token: string;
  readonly externalId: string | null;
  readonly productId: string | null;
  /** Changes of the content with the new version. */
  readonly content: Readonly<Record<string, unknown>>;
  /** The organization that accepts. */
  readonly operator: Operator;
};

/**
 * Takes a passport over: it moves with all its versions, and a next version, signed by the new owner, names
 * the new operator. Addresses stay. Grants of this passport end: the new owner gives its own.
 */
export async function acceptDppTransfer(signing: Signing, acceptance: Acceptance): Promise<Dpp> {
  const { db } = signing;
  const { giver, dpp, transfer } = await lockOffer(signing, acceptance.token);
  const tenant = { db, scope: giver.scope };
  await assertMovable(tenant, dpp.id);
  await assertFree(signing, dpp.identity);
  const [stored] = await findContents(tenant, [dpp.id]);
  const content = contentOfNext(dpp, stored?.content ?? {}, acceptance);
  const next = { dpp, ...EMPTY, ...stored, content };
  const problems = gateProblems(next);
  if (problems.length > 0) throw badInput(problems);
  const names = { from: operatorOf(stored?.content), to: operatorOf(content) };
  await endTransfer(tenant, transfer.id, { acceptedAt: new Date(), by: names.to });
  await setStatus(tenant, [dpp.id], 'refresh', true);
  const { externalId, productId } = acceptance;
  const fields = fieldsOf(schemaOf(dpp));
  const moved = await withUniqueExternalId('dpps', 'a passport', externalId, () =>
    movePassport(
      db,
      { from: giver.scope, to: signing.scope },
      dpp.id,
      { externalId, productId },
      (each) => contentWithoutInternal(fields, each),
    ),
  );
  if (moved === undefined) throw new Error('The passport did not arrive.');
  await assertPictureIsThere(signing, content);
  await recordEventsOfTenants(db, [
    { scope: giver.scope, event: transferred(dpp, 'HANDED_OVER') },
    { scope: signing.scope, event: transferred(moved, 'TAKEN_OVER') },
  ]);
  const { identity, publishedVersion: version } = dpp;
  await recordAudit(giver, handOver.of(dpp.id, { identity, version, to: names.to }));
  await beginEndOfGrants(giver, dpp.id);
  await recordAudit(signing, takeOver.of(dpp.id, { identity, version, from: names.from }));
  const [sealed] = await sealVersions(signing, [{ ...next, dpp: moved }], {
    word: 'handedOver',
    values: names,
  });
  return sealed ?? moved;
}

/** The offer of a token and its passport, both locked, in the scope of the organization that made it. */
async function lockOffer({ db, scope }: Signing, token: string) {
  const tokenHash = hashOfToken('dpt', token);
  const found = tokenHash && (await findTransferByToken(db, tokenHash));
  if (found?.environment !== scope.environment) throw notFound('The offer');
  if (found.organizationId === scope.organizationId) {
    const message = 'This organization made the offer: another one accepts it.';
    throw badInput([problem(['token'], 'NOT_ALLOWED', message)]);
  }
  const { organizationId, environment } = found;
  // No person and no key of the receiver is named in the audit log of the giver.
  const giver: AuditedTx = { db, scope: { organizationId, environment }, by: SYSTEM };
  const tenant = { db, scope: giver.scope };
  // A twin that waited here finds the offer accepted.
  const dpp = await dpps.lock(tenant, { by: 'id', value: found.dppId });
  const reference = { by: 'id', value: found.id } as const;
  const transfer = orNotFound('The offer', await transfers.lock(tenant, reference));
  const state = stateOfTransfer(transfer);
  if (state !== 'OFFERED') throw ended(state);
  if (dpp === undefined) throw notFound('The passport');
  assertPublished(dpp);
  return { giver, dpp, transfer };
}

/** Content of the first version of the new owner. */
function contentOfNext(
  dpp: Dpp,
  content: DppContent,
  { content: changes, operator }: Acceptance,
): DppContent {
  const passing = contentWithoutInternal(fieldsOf(schemaOf(dpp)), content);
  const { footprint } = passing;
  const kept = isObject(footprint)
    ? { footprint: { calculatedBy: operatorOf(content), ...footprint } }
    : {};
  const economicOperator = { name: operator.name };
  return withoutNulls(changedContent({ ...passing, ...kept, economicOperator }, changes));
}

function operatorOf(content: DppContent | undefined): string {
  const operator = content?.['economicOperator'];
  const name = isObject(operator) ? operator['name'] : undefined;
  return typeof name === 'string' ? name : '';
}

function transferred(dpp: Dpp, direction: 'HANDED_OVER' | 'TAKEN_OVER') {
  return dppTransferred.of(dpp.id, { ...dppPayload(dpp), direction });
}
