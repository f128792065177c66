import { violatedConstraint } from '../../platform/database/index.ts';
import { encodeId, newUuid } from '../../platform/ids.ts';
import type { SecretBox } from '../../platform/secret-box.ts';
import { ApiError, badInput, orNotFound, type Problem } from '../../rules/errors/api-error.ts';
import { recordAudit } from '../../rules/events/audit.ts';
import { notNullableProblems } from '../../rules/inputs/patch.ts';
import { problem, textProblems } from '../../rules/inputs/problems.ts';
import { requireCurrent } from '../../rules/mutations/preconditions.ts';
import type { AuditedTx } from '../../rules/mutations/work.ts';
import { partnerChange, partnerCreation, partnerDeletion } from './audit.ts';
import {
  findTwin,
  insertPartner,
  type Partner,
  type PartnerDraft,
  partners,
  updatePartner as updatePartnerRow,
} from './partner-store.ts';
import { queueRequest } from './request-store.ts';

const MOST_PARTNERS = 1_000;

/** Properties that an owner gives; an absent one keeps its value. */
type WantedPartner = {
  readonly name?: string | null | undefined;
  readonly url?: string | null | undefined;
  readonly clientId?: string | null | undefined;
  readonly clientSecret?: string | null | undefined;
  /** Null: the partner has no key here. */
  readonly apiKeyId?: string | null | undefined;
};

export async function createPartner(
  work: AuditedTx,
  box: SecretBox,
  wanted: WantedPartner,
  given: readonly Problem[],
): Promise<Partner> {
  const draft = draftOf(box, wanted, undefined, given);
  if ((await partners.total(work)) >= MOST_PARTNERS)
    throw new ApiError('CONFLICT', `An environment has at most ${MOST_PARTNERS} partners.`);
  const id = newUuid();
  await assertNoTwin(work, id, draft);
  await recordAudit(work, partnerCreation.of(id, detailsOf(draft)));
  const partner = await withOwnKey(() => insertPartner(work, id, draft));
  await queueCheck(work, id);
  return partner;
}

export async function updatePartner(
  work: AuditedTx,
  box: SecretBox,
  id: string,
  wanted: WantedPartner & { readonly expectedVersion?: number | null | undefined },
  given: readonly Problem[],
): Promise<Partner> {
  const found = await partners.lock(work, { by: 'id', value: id });
  const current = requireCurrent('The partner', found, wanted.expectedVersion);
  const emptied = notNullableProblems(wanted, ['name', 'url', 'clientId', 'clientSecret']);
  const draft = draftOf(box, wanted, current, [...given, ...emptied]);
  await assertNoTwin(work, id, draft);
  await recordAudit(work, partnerChange.of(id, detailsOf(draft)));
  const partner = await withOwnKey(() => updatePartnerRow(work, id, draft));
  const { url, clientId, clientSecret } = wanted;
  if (url != null || clientId != null || clientSecret != null) await queueCheck(work, id);
  return partner;
}

/** The credentials are saved whatever the partner answers: it may be down. */
async function queueCheck(work: AuditedTx, partnerId: string): Promise<void> {
  const nothing = { criteria: {}, productId: null, component: null };
  const [id, eventId] = [newUuid(), newUuid()];
  await queueRequest(work, { id, partnerId, kind: 'CHECK', eventId, ...nothing });
}

/** Deletes a partner with the requests to and from it. */
export async function deletePartner(work: AuditedTx, id: string): Promise<Partner> {
  const found = await partners.lock(work, { by: 'id', value: id });
  const partner = orNotFound('The partner', found);
  await recordAudit(work, partnerDeletion.of(id, detailsOf(partner)));
  await partners.delete(work, id);
  return partner;
}

function detailsOf({ name, url }: Pick<PartnerDraft, 'name' | 'url'>) {
  return { name, host: new URL(url).host };
}

/** One address serves several companies, each with a client id: the same pair twice is the same partner. */
async function assertNoTwin(work: AuditedTx, id: string, draft: PartnerDraft): Promise<void> {
  const twin = await findTwin(work, id, draft);
  if (twin === undefined) return;
  const twinId = encodeId('footprintPartner', twin.id);
  throw new ApiError(
    'CONFLICT',
    `The partner ${twinId} (${twin.name}) has this address and client id; change it by \`updateFootprintPartner\`.`,
    { id: twinId },
  );
}

async function withOwnKey(write: () => Promise<Partner>): Promise<Partner> {
  try {
    return await write();
  } catch (error) {
    if (violatedConstraint(error) !== 'footprint_partners_api_key') throw error;
    throw new ApiError(
      'CONFLICT',
      'Another partner uses this API key; give each a key of its own.',
    );
  }
}

/** Problems of the name and the credentials that are given. */
export function partnerProblems({ name, clientId, clientSecret }: WantedPartner): Problem[] {
  return [
    ...textProblems(name, ['name'], 255),
    ...textProblems(clientId, ['clientId'], 500),
    ...textProblems(clientSecret, ['clientSecret'], 2_000),
  ];
}

function draftOf(
  box: SecretBox,
  wanted: WantedPartner,
  current: Partner | undefined,
  given: readonly Problem[],
): PartnerDraft {
  const { clientSecret, apiKeyId } = wanted;
  const name = wanted.name ?? current?.name ?? '';
  const url = wanted.url ?? current?.url ?? '';
  const clientId = wanted.clientId ?? current?.clientId ?? '';
  const problems = [
    ...given,
    ...partnerProblems({ name, clientId, clientSecret }),
    ...(clientSecret == null && current === undefined
      ? [problem(['clientSecret'], 'REQUIRED', 'A new partner needs a client secret.')]
      : []),
  ];
  if (problems.length > 0) throw badInput(problems);
  return {
    name,
    url,
    clientId,
    clientSecret:
      clientSecret == null ? (current?.clientSecret ?? Buffer.alloc(0)) : box.seal(clientSecret),
    apiKeyId: apiKeyId === undefined ? (current?.apiKeyId ?? null) : apiKeyId,
  };
}
