import { eventsOfPassport, queryDocument } from '../../domains/epcis/index.ts';
import {
  carWayOf,
  compressedPassport,
  type DppView,
  findPublicPassport,
  PASSPORT_TYPES,
  passportPage,
  passportUrl,
  pictureOfView,
  productUri,
  publicVersions,
  qrPng,
  qrSvg,
  untpProfile,
} from '../../domains/passports/index.ts';
import { decodeId, encodeId } from '../../platform/ids.ts';
import { isDay } from '../../rules/values/day.ts';
import { momentOf } from '../../rules/values/moment.ts';
import {
  HTML,
  jsonAnswer,
  type PublicAnswer,
  type PublicRequest,
  refusal,
  refusedToken,
  tokenOf,
  WORK,
} from './answers.ts';
import { type Chosen, chooseType } from './negotiate.ts';
import { pageAnswer, unknownAnswer } from './page-answer.ts';
import { pageBrandOf } from './page-brand.ts';
import type { PublicDependencies } from './public-endpoint.ts';

/** A credential without a signature (W3C VC 2.0, `application/vc`) is what the token holds: the same JSON-LD under another name. */
const OFFERED_TYPES = [...PASSPORT_TYPES, 'application/vc'] as const;

type PassportType = (typeof OFFERED_TYPES)[number];

/** Types by the ending of the address, for links of pages: a browser always asks for HTML. */
const ENDINGS: Readonly<Record<string, PassportType>> = {
  html: 'text/html',
  json: 'application/json',
  jsonld: 'application/ld+json',
  jwt: 'application/vc+jwt',
};

const PATH =
  /^\/dpp\/(?<id>dpp_\w+)(?:\.(?<ending>\w+)|\/qr\.(?<code>svg|png)|\/(?<part>events|picture)|\/versions(?:\/(?<number>\d{1,9})(?:\.(?<endingOfVersion>\w+)|\/(?<partOfVersion>picture))?)?)?\/?$/;
const EVENTS_OF_PAGE = 100;

/** A passport by its id, in the media type that the request wants, in its current or an earlier version. */
export async function answerPassport(
  dependencies: PublicDependencies,
  request: PublicRequest,
): Promise<PublicAnswer> {
  const {
    id = '',
    ending,
    code,
    part,
    number,
    endingOfVersion,
    partOfVersion,
  } = PATH.exec(request.path)?.groups ?? {};
  const uuid = decodeId('dpp', id);
  const named = ending ?? endingOfVersion;
  const type = named === undefined ? undefined : ENDINGS[named];
  if (uuid === undefined || (named !== undefined && type === undefined)) return nothingAt(request);
  const at = timeOf(request.query.get('at'));
  if (at === 'INVALID')
    return refusal(400, '`at` is a date or time of ISO 8601, such as 2026-11-22T12:00:00Z.');
  const choice = {
    ...(number === undefined ? {} : { number: Number(number) }),
    ...(at === undefined ? {} : { at }),
    token: await tokenOf(request),
  };
  const view = await findPublicPassport(dependencies.db, uuid, choice);
  if (view === null || !isHere(view, request)) return nothingAt(request, [`dpp:${uuid}`]);
  if (code !== undefined) {
    request.spend(WORK.code);
    return codeOf(view, code, dependencies);
  }
  if (part === 'events') return eventsOf(dependencies, request, view);
  if (part === 'picture' || partOfVersion === 'picture') return pictureOf(dependencies, view);
  const isList = number === undefined && /\/versions\/?$/.test(request.path);
  return isList ? versionsOf(dependencies, view) : shown(dependencies, request, view, type);
}

function nothingAt(request: PublicRequest, tags?: readonly string[]): PublicAnswer {
  const problem = 'No passport has this address.';
  return unknownAnswer(request, { status: 404, problem, scanned: request.path }, tags);
}

/** True if the passport is of the environment and host that the request addressed. */
export function isHere(view: DppView, { environment, organizationId }: PublicRequest): boolean {
  const { scope, originId } = view;
  return (
    scope.environment === environment &&
    (organizationId === undefined || [scope.organizationId, originId].includes(organizationId))
  );
}

async function shown(
  dependencies: PublicDependencies,
  request: PublicRequest,
  view: DppView,
  type: PassportType | undefined,
): Promise<PublicAnswer> {
  const { jws } = view.integrity;
  const offers = OFFERED_TYPES.filter((each) => !each.startsWith('application/vc') || jws !== null);
  const chosen: Chosen<PassportType> | undefined =
    type === undefined ? chooseType(request.accept, offers) : { type, parameters: new Map() };
  // The tombstone of a revoked passport is its whole answer.
  const status = view.extent === 'TOMBSTONE' ? 410 : 200;
  if (chosen === undefined || !offers.includes(chosen.type)) {
    const [refused, reason] = status === 410 ? [410, 'This passport was revoked. It'] : [406, 'It'];
    return refusal(refused, `${reason} comes as ${offers.join(', ')}.`, tagged(view));
  }
  if (chosen.type === HTML) {
    const { services } = dependencies;
    const versions = view.extent === 'FULL' ? await publicVersions(dependencies.db, view) : [];
    const brand = await pageBrandOf(dependencies.db, view);
    const carWay = carWayOf(view.content, services.equivalencies);
    const access = { isRefused: request.method === 'POST' && view.audience === 'PUBLIC' };
    return pageAnswer(
      status,
      request,
      (language, readers) =>
        passportPage(view, versions, services.publicUrls, language, {
          brand,
          access,
          readers,
          carWay,
        }),
      tagged(view).tags,
    );
  }
  const answer = dataAnswer(dependencies, view, status, chosen);
  return { ...answer, headers: refusedToken(request, view.audience) };
}

function dataAnswer(
  { services }: PublicDependencies,
  view: DppView,
  status: number,
  { type, parameters }: Chosen<PassportType>,
): PublicAnswer {
  const { jws } = view.integrity;
  if (type === 'application/vc+jwt' && jws !== null)
    return { status, type, body: jws, ...tagged(view) };
  if (jws !== null && (type === 'application/ld+json' || type === 'application/vc')) {
    const body = Buffer.from(jws.split('.')[1] ?? '', 'base64url');
    if (parameters.get('profile') !== 'untp') return { status, type, body, ...tagged(view) };
    return {
      status,
      type: `${type};profile=untp`,
      body: JSON.stringify(untpProfile(JSON.parse(body.toString()))),
      ...tagged(view),
    };
  }
  return jsonAnswer(status, compressedPassport(view, services.publicUrls), tagged(view));
}

async function versionsOf(
  { db, services }: PublicDependencies,
  view: DppView,
): Promise<PublicAnswer> {
  if (view.extent === 'TOMBSTONE') return refusal(410, 'This passport was revoked.', tagged(view));
  const url = passportUrl(services.publicUrls, view);
  const versions = await publicVersions(db, view);
  const listed = versions.map(({ number, hash, previousHash, publishedAt }) => ({
    version: number,
    url: `${url}/versions/${number}`,
    publishedAt: publishedAt.toISOString(),
    hash,
    previousHash,
  }));
  return jsonAnswer(200, { versions: listed }, tagged(view));
}

/** Traceability events that the reader may see, as EPCIS 2.0; captured ones appear at once, so nothing is kept. */
async function eventsOf(
  { db, services }: PublicDependencies,
  request: PublicRequest,
  view: DppView,
): Promise<PublicAnswer> {
  if (view.extent === 'TOMBSTONE') return refusal(410, 'This passport was revoked.');
  const given = request.query.get('after');
  const after = given === null ? undefined : decodeId('epcisEvent', given);
  if (given !== null && after === undefined)
    return refusal(400, '`after` is that of the link to the next page.');
  const { events, next } = await eventsOfPassport(db, view, after, EVENTS_OF_PAGE);
  const address = `${passportUrl(services.publicUrls, view)}/events`;
  const link = `<${address}?after=${next === undefined ? '' : encodeId('epcisEvent', next)}>; rel="next"`;
  return jsonAnswer(200, queryDocument(events, new Date()), {
    type: 'application/ld+json',
    ...(next === undefined ? {} : { headers: { Link: link } }),
  });
}

/** The picture of the product; without it for readers who do not see the content. */
async function pictureOf({ db }: PublicDependencies, view: DppView): Promise<PublicAnswer> {
  if (view.extent === 'TOMBSTONE') return refusal(410, 'This passport was revoked.', tagged(view));
  const picture = await pictureOfView(db, view);
  if (picture === undefined) return refusal(404, 'This passport has no picture.', tagged(view));
  return { status: 200, type: picture.mediaType, body: picture.bytes, ...tagged(view) };
}

async function codeOf(
  view: DppView,
  format: string,
  { services }: PublicDependencies,
): Promise<PublicAnswer> {
  const content = productUri(services.publicUrls, view);
  return format === 'svg'
    ? { status: 200, type: 'image/svg+xml', body: await qrSvg(content), ...tagged(view) }
    : { status: 200, type: 'image/png', body: await qrPng(content), ...tagged(view) };
}

function tagged({ id }: DppView): { readonly tags: readonly string[] } {
  return { tags: [`dpp:${id}`] };
}

/** A time of a query; a date alone is the end of its day, so that a version of that day counts. */
export function timeOf(text: string | null): Date | 'INVALID' | undefined {
  if (text === null) return undefined;
  // A plus sign that is not percent-encoded is read as a space.
  const time = isDay(text) ? `${text}T23:59:59.999Z` : text.replace(' ', '+');
  return momentOf(time) ?? 'INVALID';
}
