import {
  type DppView,
  findPublicPassport,
  findPublicPassports,
  hashChainOf,
  verifyPage,
  withoutCredential,
  withSeal,
} from '../../domains/passports/index.ts';
import {
  credentialsPresentedIn,
  localSources,
  offlinePackageIn,
  sourcesOf,
  type Verification,
  verifyCredential,
} from '../../domains/trust/index.ts';
import { decodeId } from '../../platform/ids.ts';
import { parseDigitalLink } from '../../rules/gs1/digital-link.ts';
import {
  HTML,
  JSON_TYPE,
  jsonAnswer,
  type PublicAnswer,
  type PublicRequest,
  refusal,
  WORK,
} from './answers.ts';
import { chooseType } from './negotiate.ts';
import { pageAnswer } from './page-answer.ts';
import type { PublicDependencies } from './public-endpoint.ts';
import { keyOf } from './resolver-routes.ts';

/** For an address that is given as its path alone. */
const BASE = 'https://passport.invalid';

/** Credentials of one package or presentation; each is verified with its status lists. */
const MOST_CREDENTIALS = 50;

/**
 * Verification for everybody: of a passport of this service by its address, of a pasted credential, or of a
 * package that holds all that is needed. Keys of other hosts are not fetched; `trackway verify` does that.
 */
export async function answerVerify(
  dependencies: PublicDependencies,
  request: PublicRequest,
): Promise<PublicAnswer> {
  const url = request.method === 'POST' ? null : request.query.get('url');
  const passport = url === null ? null : await passportAt(dependencies, request, url);
  const results =
    url === null
      ? await resultsOfPosted(dependencies, request)
      : [await resultOfPassport(dependencies, request, passport)];
  const isPage = chooseType(request.accept, [HTML, JSON_TYPE])?.type === HTML;
  const isShown = passport !== null && passport.extent !== 'TOMBSTONE';
  const chain = isShown ? await hashChainOf(dependencies.db, passport) : [];
  if (isPage)
    return pageAnswer(200, request, (language) => verifyPage({ results, chain, url }, language));
  if (results === undefined)
    return refusal(400, 'Give `?url=` of a passport, or post a credential (vc+jwt) or a package.');
  return jsonAnswer(200, { results, chain });
}

/** The text that was posted; undefined if none was. */
async function postedText(request: PublicRequest): Promise<string | undefined> {
  if (request.method !== 'POST') return undefined;
  const text = (await request.body()).toString('utf8');
  if (text.startsWith('--')) return fileIn(text);
  return text.startsWith('credential=')
    ? (new URLSearchParams(text).get('credential') ?? '')
    : text;
}

/** The passport at an address, which may be its GS1 Digital Link; null if it leads to none. */
async function passportAt(
  { db }: PublicDependencies,
  { environment, organizationId }: PublicRequest,
  url: string,
): Promise<DppView | null> {
  const [, id = '', number] =
    /\/dpp\/(dpp_\w+)(?:\/versions\/(\d{1,9}))?\/?(?:[?#].*)?$/.exec(url) ?? [];
  const uuid = decodeId('dpp', id);
  const isSandbox = URL.parse(url, BASE)?.pathname.startsWith('/sandbox/') ?? false;
  if (uuid !== undefined) {
    const choice = number === undefined ? {} : { number: Number(number) };
    const passport = await findPublicPassport(db, uuid, choice);
    return (passport?.scope.environment === 'SANDBOX') === isSandbox ? passport : null;
  }
  const { link } = parseDigitalLink(url);
  if (link?.key.ai !== '01') return null;
  const place = { environment: isSandbox ? 'SANDBOX' : environment, organizationId } as const;
  const [passport = null] = await findPublicPassports(db, place, keyOf(link));
  return passport;
}

async function resultOfPassport(
  { db, services }: PublicDependencies,
  { spend }: PublicRequest,
  passport: DppView | null,
): Promise<Verification> {
  if (passport === null) return NO_PASSPORT;
  const { jws } = passport.integrity;
  if (jws === null) return withoutCredential(passport);
  spend(WORK.verification);
  const sources = localSources(db, services.trust, new Date());
  return withSeal(passport, await verifyCredential(jws, sources));
}

const NO_PASSPORT: Verification = {
  isValid: false,
  issuer: undefined,
  credential: undefined,
  findings: [
    {
      check: 'FORMAT',
      outcome: 'FAILED',
      detail: 'No passport that this service publishes has the address.',
    },
  ],
};

/** The content of the first part of a form with a file (multipart/form-data, RFC 7578). */
function fileIn(body: string): string {
  const delimiter = /^--[^\r\n]{1,70}/.exec(body)?.[0] ?? '--';
  const [part = ''] = body.slice(delimiter.length).split(`\r\n${delimiter}`);
  const head = part.indexOf('\r\n\r\n');
  return head === -1 ? '' : part.slice(head + '\r\n\r\n'.length).trim();
}

/** The verifications of what was posted; undefined if nothing was. */
async function resultsOfPosted(
  { db, services }: PublicDependencies,
  request: PublicRequest,
): Promise<readonly Verification[] | undefined> {
  const given = await postedText(request);
  if (given === undefined) return undefined;
  const now = new Date();
  const offline = given.trimStart().startsWith('{') ? offlinePackageIn(parsed(given)) : undefined;
  const sources =
    offline === undefined ? localSources(db, services.trust, now) : sourcesOf(offline, now);
  const found = offline?.credentials ?? credentialsPresentedIn(given) ?? [given];
  const credentials = found.slice(0, MOST_CREDENTIALS);
  request.spend(WORK.verification * credentials.length);
  const results: Verification[] = [];
  for (const credential of credentials) results.push(await verifyCredential(credential, sources));
  return results;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
