import { isDeepStrictEqual } from 'node:util';
import type { TenantTx } from '../../platform/database/index.ts';
import { newUuid } from '../../platform/ids.ts';
import { ApiError, badInput, type Problem } from '../../rules/errors/api-error.ts';
import { recordAudit } from '../../rules/events/audit.ts';
import { recordEvents } from '../../rules/events/events.ts';
import { MAX_EXTERNAL_ID, problem, textProblems } from '../../rules/inputs/problems.ts';
import {
  requireCurrent,
  type Target,
  withUniqueExternalId,
  wrongState,
} from '../../rules/mutations/preconditions.ts';
import type { AuditedTx } from '../../rules/mutations/work.ts';
import { initialValues } from '../../rules/properties/draft.ts';
import { findProducts, gtin14, type Product } from '../products/index.ts';
import { draftDeletion } from './audit.ts';
import {
  categoryProblems,
  changedContent,
  listedIn,
  qualifierProblems,
  schemaProblems,
  withoutNulls,
} from './content/draft.ts';
import { knownContents } from './content/known-content.ts';
import { dppSchema, schemaOf } from './content/schemas.ts';
import { contentProblems } from './content/validate.ts';
import { dppDeleted, dppGenerated, dppPayload } from './events.ts';
import { deleteGrantsOf } from './grants/store.ts';
import { granularityOf, identityOf } from './identity.ts';
import { DPP_TRANSITIONS, type Dpp, type DppContent, type DppSchema } from './model.ts';
import { assertPictureIsThere } from './pictures/pictures.ts';
import { WRITTEN } from './properties.ts';
import { dpps, dppWriter, findLivingByIdentity, updateDraftRow } from './store.ts';
import {
  findContents,
  type Head,
  insertDraftContents,
  replaceDraftContent,
} from './versions/store.ts';

/** A passport to draft. */
type WantedDpp = {
  readonly schemaId?: string | null | undefined;
  readonly category?: string | null | undefined;
  readonly batchNumber?: string | null | undefined;
  readonly serialNumber?: string | null | undefined;
  readonly externalId?: string | null | undefined;
  readonly predecessor?: Dpp | undefined;
  /** Content in addition to what is known. */
  readonly content: Readonly<Record<string, unknown>>;
};

/** Name of the organization, the default of the economic operator. */
export type Operator = { readonly name: string };

/** Drafts a passport from what is known about a product; the rest comes by `updateDpp`. */
export async function generateDpp(
  work: TenantTx,
  product: Product,
  wanted: WantedDpp,
  operator: Operator,
): Promise<Dpp> {
  const model = await modelOf(work, product);
  const schemaId = wanted.schemaId ?? model?.schemaId ?? 'generic';
  const schema = dppSchema(schemaId);
  if (schema === undefined) throw badInput(schemaProblems(schemaId, ['schema']));
  const row = rowOf(product, wanted, schema, wanted.category ?? model?.category ?? null);
  const known = await startingContent(work, product, model, schema, operator);
  const content = withoutNulls(changedContent(known, wanted.content));
  const problems = [
    ...qualifierProblems(row.batchNumber, row.serialNumber),
    ...textProblems(row.externalId, ['externalId'], MAX_EXTERNAL_ID),
    ...categoryProblems(schema, row.category),
    ...contentProblems(schema, row.granularity, content),
  ];
  if (problems.length > 0) throw badInput(problems);
  await assertPictureIsThere(work, content);
  const id = newUuid();
  await assertFree(work, row.identity);
  const dpp = await withUniqueExternalId('dpps', 'a passport', row.externalId, () =>
    dppWriter.insertOne(work, { id, draft: { ...row, ...listedIn(content) } }),
  );
  await insertDraftContents(work, [{ dppId: id, content }]);
  await recordEvents(work, dppGenerated.of(id, dppPayload(dpp)));
  return dpp;
}

/** The row of a new draft, with an empty name. */
export function rowOf(
  product: Product,
  { batchNumber, serialNumber, externalId, predecessor }: WantedDpp,
  schema: DppSchema,
  category: string | null,
) {
  const names = {
    gtin: product.gtin === null ? null : gtin14(product.gtin),
    productId: product.id,
    batchNumber: batchNumber ?? null,
    serialNumber: serialNumber ?? null,
  };
  return {
    ...initialValues(WRITTEN),
    ...names,
    externalId: externalId ?? null,
    identity: identityOf(names),
    granularity: granularityOf(batchNumber, serialNumber),
    schemaId: schema.id,
    schemaVersion: schema.version,
    category,
    predecessorId: predecessor?.id ?? null,
  };
}

/** The living passport of the model of a product: batches and items begin with its content. */
export async function modelOf(work: TenantTx, product: Product): Promise<Dpp | undefined> {
  const gtin = product.gtin === null ? null : gtin14(product.gtin);
  const key = { gtin, productId: product.id, batchNumber: null, serialNumber: null };
  const [model] = await findLivingByIdentity(work, [identityOf(key)]);
  return model;
}

/** The content that a new draft begins with. */
export async function startingContent(
  work: TenantTx,
  product: Product,
  model: Dpp | undefined,
  schema: DppSchema,
  { name }: Operator,
): Promise<DppContent> {
  const known = (await knownContents(work, [product])).get(product.id) ?? {};
  const [inherited] = model === undefined ? [] : await findContents(work, [model.id]);
  const isSameSchema = model?.schemaId === schema.id;
  const { sectorData, ...common } = inherited?.content ?? {};
  return {
    economicOperator: { name },
    ...known,
    ...common,
    ...(isSameSchema && sectorData !== undefined ? { sectorData } : {}),
  };
}

/** Refuses a second living passport of the same model, batch or item. */
export async function assertFree(work: TenantTx, identity: string): Promise<void> {
  const [living] = await findLivingByIdentity(work, [identity]);
  if (living === undefined) return;
  throw new ApiError(
    'CONFLICT',
    `There is a passport of ${identity} in the state ${living.status} already; change that one, or end it first.`,
    { state: living.status },
  );
}

export type DraftChange = {
  readonly externalId?: string | null | undefined;
  readonly category?: string | null | undefined;
  readonly validUntil?: Date | null | undefined;
  readonly refresh?: boolean | null | undefined;
  readonly content: Readonly<Record<string, unknown>>;
};

/** Changes a draft; a published passport is changed by an amendment. */
export async function updateDpp(work: TenantTx, target: Target, change: DraftChange): Promise<Dpp> {
  const current = await currentDpp(work, target);
  if (current.status !== 'DRAFT') {
    const message = `The passport is ${current.status}: only a draft is edited; use amendDpp for a published one.`;
    throw wrongState(message, current.status, DPP_TRANSITIONS);
  }
  const schema = schemaOf(current);
  const category = change.category === undefined ? current.category : change.category;
  const { content } = await changedDpp(work, current, change);
  const problems = [
    ...endProblems(change.validUntil),
    ...textProblems(change.externalId, ['externalId'], MAX_EXTERNAL_ID),
    ...categoryProblems(schema, category),
    ...contentProblems(schema, current.granularity, content),
  ];
  if (problems.length > 0) throw badInput(problems);
  const externalId = change.externalId === undefined ? current.externalId : change.externalId;
  await replaceDraftContent(work, current.id, content, change.validUntil);
  return withUniqueExternalId('dpps', 'a passport', externalId, () =>
    updateDraftRow(work, current.id, { externalId, category, ...listedIn(content) }),
  );
}

/** A credential that ends before it begins is never valid. */
export function endProblems(validUntil: Date | null | undefined): Problem[] {
  if (!validUntil || validUntil > new Date()) return [];
  const message = `The validity must end in the future; it ended at ${validUntil.toISOString()}.`;
  return [problem(['validUntil'], 'IN_THE_PAST', message)];
}

/** A passport with the content of its next version, and the hash of the one before. */
export type Candidate = Head & { readonly dpp: Dpp; readonly content: DppContent };

/** A passport after a change, not checked yet; `isNew` is false if the change leaves it as it was. */
export async function changedDpp(
  work: TenantTx,
  dpp: Dpp,
  { content, refresh, validUntil: given }: Omit<DraftChange, 'externalId' | 'category'>,
): Promise<Candidate & { readonly isNew: boolean }> {
  const [stored] = await findContents(work, [dpp.id]);
  const storedEnd = stored?.validUntil ?? null;
  const validUntil = given === undefined ? storedEnd : given;
  const footprint = refresh === true ? await currentFootprint(work, dpp) : {};
  const changed = withoutNulls(changedContent({ ...stored?.content, ...footprint }, content));
  await assertPictureIsThere(work, changed);
  const isNew =
    !isDeepStrictEqual(changed, stored?.content) || validUntil?.getTime() !== storedEnd?.getTime();
  return { dpp, content: changed, validUntil, hash: stored?.hash ?? null, isNew };
}

async function currentFootprint(work: TenantTx, { productId }: Dpp): Promise<DppContent> {
  const product = productId === null ? [] : await findProducts(work, [productId]);
  const footprint = (await knownContents(work, product)).get(productId ?? '')?.['footprint'];
  if (footprint !== undefined) return { footprint };
  const message =
    product.length === 0
      ? 'The passport has no product any more, so no present footprint.'
      : 'The product has no footprint: calculate it by `calculateProductFootprint` with `asProductFootprint: true` first.';
  throw badInput([problem(['refreshFootprint'], 'NOT_FOUND', message)]);
}

/** Deletes a draft; what was published once is kept. */
export async function deleteDpp(work: AuditedTx, target: Target): Promise<Dpp> {
  const current = await currentDpp(work, target);
  if (current.status !== 'DRAFT') {
    const message = `The passport is ${current.status} and is kept until ${current.retentionUntil?.toISOString()}: only a draft can be deleted.`;
    throw wrongState(message, current.status, DPP_TRANSITIONS);
  }
  await deleteGrantsOf(work, current.id);
  await dpps.delete(work, current.id);
  const { identity, publishedVersion: version } = current;
  await recordEvents(work, dppDeleted.of(current.id, dppPayload(current)));
  await recordAudit(work, draftDeletion.of(current.id, { identity, version, reason: null }));
  return current;
}

export async function currentDpp(
  work: TenantTx,
  { reference, expectedVersion }: Target,
): Promise<Dpp> {
  return requireCurrent('The passport', await dpps.lock(work, reference), expectedVersion);
}
