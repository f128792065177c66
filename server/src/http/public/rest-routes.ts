import { readFileSync } from 'node:fs';
import {
  compressedPassport,
  type DppView,
  elementOf,
  elementPathIn,
  findPublicPassport,
  findPublicPassports,
  fullPassport,
  passportUrl,
  valueAt,
} from '../../domains/passports/index.ts';
import { decodeId } from '../../platform/ids.ts';
import { percentDecoded } from '../../platform/percent-decoded.ts';
import { parseDigitalLink } from '../../rules/gs1/digital-link.ts';
import { parseJson } from '../parse-json.ts';
import {
  JSON_TYPE,
  jsonAnswer,
  type PublicAnswer,
  type PublicRequest,
  refusal,
  refusedToken,
  tokenOf,
} from './answers.ts';
import { isHere, timeOf } from './passport-routes.ts';
import type { PublicDependencies } from './public-endpoint.ts';

const MOST_PRODUCT_IDS = 100;

/** The reading methods of EN 18222. Those that write a passport need a key: see `dpp-write-routes.ts`. */
export async function answerRest(
  dependencies: PublicDependencies,
  request: PublicRequest,
): Promise<PublicAnswer> {
  const [, , method = '', ...rest] = request.path.replace(/\/$/, '').split('/');
  const parts = rest.map(percentDecoded);
  if (parts.includes(undefined)) return refusal(400, 'The path is not percent-encoded UTF-8.');
  const [id = '', below, element] = parts;
  const representation = request.query.get('representation') ?? 'compressed';
  if (representation !== 'compressed' && representation !== 'full')
    return refusal(400, '`representation` is compressed or full.');
  if (method === 'openapi.json') return openApi();
  const isPost = request.method === 'POST';
  if (method === 'dppsByProductIds' && isPost) return idsOfProducts(dependencies, request);
  if (request.method !== 'GET')
    return refusal(501, 'This service has no such method; GET /v1/openapi.json lists them.');
  if (method === 'dpps' && below === undefined) return byId(dependencies, request, id);
  if (method === 'dpps' && below === 'elements' && element !== undefined)
    return elementAt(dependencies, request, id, element);
  if (method === 'dppsByProductId') return byProduct(dependencies, request, parts.join('/'));
  if (method === 'dppsByIdAndDate') return byDate(dependencies, request, id);
  return refusal(404, 'EN 18222 has no such method; GET /v1/openapi.json lists them.');
}

async function byId(
  dependencies: PublicDependencies,
  request: PublicRequest,
  id: string,
): Promise<PublicAnswer> {
  return representationOf(dependencies, request, await passportWith(dependencies, request, id));
}

async function byDate(
  dependencies: PublicDependencies,
  request: PublicRequest,
  id: string,
): Promise<PublicAnswer> {
  const at = timeOf(request.query.get('date'));
  if (at === undefined || at === 'INVALID')
    return refusal(400, '`date` is a time of ISO 8601, such as 2026-11-22T12:00:00Z.');
  return representationOf(dependencies, request, await passportWith(dependencies, request, id, at));
}

async function byProduct(
  dependencies: PublicDependencies,
  request: PublicRequest,
  productId: string,
): Promise<PublicAnswer> {
  const found = await passportOfProduct(dependencies, request, productId);
  if (typeof found === 'string') return refusal(400, found);
  const token = await tokenOf(request);
  const view =
    found && token ? await findPublicPassport(dependencies.db, found.id, { token }) : found;
  return representationOf(dependencies, request, view, [`gtin:${gtinOf(productId) ?? ''}`]);
}

function representationOf(
  { services }: PublicDependencies,
  request: PublicRequest,
  view: DppView | null,
  tags: readonly string[] = [],
): PublicAnswer {
  if (view === null) return refusal(404, 'No published passport has this identifier.');
  if (view.extent === 'TOMBSTONE')
    return refusal(410, 'This passport was revoked.', { tags: [...tags, `dpp:${view.id}`] });
  const isFull = request.query.get('representation') === 'full';
  const project = isFull ? fullPassport : compressedPassport;
  return jsonAnswer(200, project(view, services.publicUrls), {
    tags: [...tags, `dpp:${view.id}`],
    headers: refusedToken(request, view.audience),
  });
}

/** An element by the path of its names: `$.care.instructions` (RFC 9535, names and indices only). */
async function elementAt(
  dependencies: PublicDependencies,
  request: PublicRequest,
  id: string,
  path: string,
): Promise<PublicAnswer> {
  const view = await passportWith(dependencies, request, id);
  if (view === null || view.extent === 'TOMBSTONE')
    return refusal(404, 'No published passport has this identifier.');
  const names = elementPathIn(path);
  if (names === undefined)
    return refusal(
      400,
      'The path is a JSONPath of names and indices, such as $.care.instructions.',
    );
  const value = valueAt(view.content, names);
  const headers = refusedToken(request, view.audience);
  if (value === undefined)
    return refusal(404, `The passport shows you no element at ${path}.`, { headers });
  return jsonAnswer(200, elementOf(names.join('.'), value), { tags: [`dpp:${view.id}`], headers });
}

/** Identifiers of the passports of many products; unknown products are left out. */
async function idsOfProducts(
  dependencies: PublicDependencies,
  request: PublicRequest,
): Promise<PublicAnswer> {
  const body = parseJson((await request.body()).toString('utf8'));
  const productIds =
    typeof body === 'object' && body !== null && 'productIds' in body ? body.productIds : undefined;
  if (!isTexts(productIds) || productIds.length === 0 || productIds.length > MOST_PRODUCT_IDS)
    return refusal(400, `\`productIds\` is a list of 1 to ${MOST_PRODUCT_IDS} identifiers.`);
  const limit = Number(request.query.get('limit') ?? MOST_PRODUCT_IDS);
  const cursor = request.query.get('cursor') ?? '0';
  if (!Number.isInteger(limit) || limit < 1 || !/^\d+$/.test(cursor))
    return refusal(400, '`limit` is a whole number above 0; `cursor` is that of the page before.');
  const from = Number(cursor);
  const page = productIds.slice(from, from + limit);
  request.spend(page.length);
  const views = await Promise.all(
    page.map((productId) => passportOfProduct(dependencies, request, productId)),
  );
  const dppIds = views.flatMap((view) =>
    view === null || typeof view === 'string'
      ? []
      : [passportUrl(dependencies.services.publicUrls, view)],
  );
  const next = from + limit;
  return jsonAnswer(200, {
    dppIds,
    ...(next < productIds.length ? { nextCursor: String(next) } : {}),
  });
}

/** The passport of an id, which may be its whole address. */
async function passportWith(
  { db }: PublicDependencies,
  request: PublicRequest,
  id: string,
  at?: Date,
): Promise<DppView | null> {
  const uuid = uuidIn(id);
  if (uuid === undefined) return null;
  const token = await tokenOf(request);
  const view = await findPublicPassport(db, uuid, { token, ...(at === undefined ? {} : { at }) });
  return view !== null && isHere(view, request) ? view : null;
}

function uuidIn(idOrAddress: string): string | undefined {
  return decodeId('dpp', idOrAddress.slice(idOrAddress.lastIndexOf('/') + 1));
}

/** The passport of exactly that model, batch or item, or the reason why the identifier is malformed. */
async function passportOfProduct(
  { db }: PublicDependencies,
  request: PublicRequest,
  productId: string,
): Promise<DppView | null | string> {
  const { environment, organizationId } = request;
  const { link, problem } = parseDigitalLink(productId);
  if (link === undefined) {
    // A product without a GTIN is identified by the address of its passport.
    const uuid = uuidIn(productId);
    if (uuid === undefined) return problem;
    const view = await findPublicPassport(db, uuid);
    if (view === null || !isHere(view, request)) return null;
    return view.gtin === null ? view : problem;
  }
  const qualifier = (ai: string) => link.qualifiers.find((each) => each.ai === ai)?.value;
  const [batchNumber, serialNumber] = [qualifier('10'), qualifier('21')];
  const key = { gtin: link.key.value, batchNumber, serialNumber };
  const views = await findPublicPassports(db, { environment, organizationId }, key);
  const exact = views.find(
    (view) =>
      (view.serialNumber ?? undefined) === serialNumber &&
      (serialNumber !== undefined || (view.batchNumber ?? undefined) === batchNumber),
  );
  return exact ?? null;
}

function gtinOf(productId: string): string | undefined {
  return parseDigitalLink(productId).link?.key.value;
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

const OPEN_API = readFileSync(new URL('./openapi.json', import.meta.url), 'utf8');

/** Description of these methods (OpenAPI 3.1). */
function openApi(): PublicAnswer {
  return { status: 200, type: JSON_TYPE, body: OPEN_API, tags: [] };
}
