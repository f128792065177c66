import {
  type DppView,
  findPassportsOfGln,
  findPublicPassports,
  glnOfPath,
  glnPage,
  hasPassportsBelow,
  linksOf,
  linksOfGln,
  missingLinkPage,
  type NamedGln,
} from '../../domains/passports/index.ts';
import type { Db } from '../../platform/database/index.ts';
import {
  type DigitalLink,
  digitalLinkUri,
  humanReadable,
  parseDigitalLinkPath,
} from '../../rules/gs1/digital-link.ts';
import {
  GS1_VOCABULARY,
  LINKSET_TYPE,
  type Link,
  type LinkContext,
  linksetOf,
} from '../../rules/gs1/linkset.ts';
import {
  HTML,
  JSON_TYPE,
  jsonAnswer,
  type PublicAnswer,
  type PublicRequest,
  redirect,
  refusal,
} from './answers.ts';
import { chooseType, wantedLanguages } from './negotiate.ts';
import { pageAnswer, pathOf, unknownAnswer } from './page-answer.ts';
import type { PublicDependencies } from './public-endpoint.ts';

const CONTEXT_LINK =
  '<https://ref.gs1.org/standards/resolver/linkset-context>; rel="http://www.w3.org/ns/json-ld#context"; type="application/ld+json"';
/** Words of the resolver, which are not passed on to the target. */
const OWN_PARAMETERS = ['linkType', 'context'];

/** Resolves a GS1 Digital Link: a redirect to a link, or the set of all links. */
export async function answerDigitalLink(
  { db, services }: PublicDependencies,
  request: PublicRequest,
): Promise<PublicAnswer> {
  const { link, problem } = parseDigitalLinkPath(request.path);
  if (link === undefined)
    return unknownAnswer(request, { status: 400, problem, scanned: request.path });
  const { ai, value } = link.key;
  if (ai === '414' || ai === '417') {
    const { tags, ...named } = await namedBy(db, request, { ai, gln: value });
    const contexts = named.views.length === 0 ? [] : [linksOfGln(named, request.root)];
    return resolved(request, link, { contexts, tags });
  }
  const views = await findPublicPassports(db, request, keyOf(link));
  const tags = tagsOf(`gtin:${value}`, views);
  if (views.length === 0)
    return unknown(request, link, tags, await hasPassportsBelow(db, request, value));
  const contexts = views.map((view) => linksOf(view, services.publicUrls));
  return resolved(request, link, { contexts, tags });
}

/** The page of a party or a facility that published passports name. */
export async function answerGlnPage(
  { db, services }: PublicDependencies,
  request: PublicRequest,
): Promise<PublicAnswer> {
  const key = glnOfPath(request.path);
  if (key === undefined) return refusal(404, 'This address does not exist.');
  const { tags, ...named } = await namedBy(db, request, key);
  if (named.views.length === 0)
    return unknown(request, { key: { ai: key.ai, value: key.gln }, qualifiers: [] }, tags);
  const render = (language: string) =>
    glnPage(named, services.publicUrls, language, pathOf(request));
  return pageAnswer(200, request, render, tags);
}

async function namedBy(db: Db, request: PublicRequest, { ai, gln }: Pick<NamedGln, 'ai' | 'gln'>) {
  const views = await findPassportsOfGln(db, request, { ai, gln });
  return { ai, gln, views, tags: tagsOf(`gln:${gln}`, views) };
}

function tagsOf(tag: string, views: readonly DppView[]): readonly string[] {
  return [tag, ...views.map(({ id }) => `dpp:${id}`)];
}

type Found = {
  readonly contexts: readonly LinkContext[];
  readonly tags: readonly string[];
};

function resolved(
  request: PublicRequest,
  link: DigitalLink,
  { contexts, tags }: Found,
): PublicAnswer {
  const [first] = contexts;
  if (first === undefined) return unknown(request, link, tags);
  const anchor = digitalLinkUri(request.root, link);
  const wanted = linkTypeOf(request.query.get('linkType'));
  const asksForSet = chooseType(request.accept, [HTML, JSON_TYPE, LINKSET_TYPE]);
  if (wanted === 'linkset' || (wanted === undefined && asksForSet?.type === LINKSET_TYPE)) {
    return jsonAnswer(200, linksetOf(contexts), {
      type: LINKSET_TYPE,
      headers: { Link: CONTEXT_LINK },
      tags,
    });
  }
  const headers = { Link: `<${anchor}?linkType=linkset>; rel="linkset"; type="${LINKSET_TYPE}"` };
  if (wanted === undefined || wanted === `${GS1_VOCABULARY}defaultLink`)
    return redirectTo(first.defaultLink.href, request, headers, tags);
  return toLinkType(request, { first, contexts, tags }, wanted, headers);
}

/** To the best link of a type: of the closest level that has one. Links that are equally good: 300. */
function toLinkType(
  request: PublicRequest,
  { first, contexts, tags }: Found & { readonly first: LinkContext },
  wanted: string,
  headers: Readonly<Record<string, string>>,
): PublicAnswer {
  const candidates = contexts
    .map(({ links }) => links.filter(({ relation }) => relation === wanted))
    .find((links) => links.length > 0);
  if (candidates === undefined) {
    const problem = `Nothing of the code has a link of the type ${wanted}.`;
    if (chooseType(request.accept, [JSON_TYPE, HTML])?.type !== HTML)
      return refusal(404, problem, { headers, tags });
    const path = `${pathOf(request)}?${new URLSearchParams({ linkType: wanted })}`;
    const render = (language: string) =>
      missingLinkPage(first.defaultLink, path, language, problem);
    const answer = pageAnswer(404, request, render, tags);
    return { ...answer, headers: { ...answer.headers, ...headers } };
  }
  const best = bestOf(candidates, request);
  const hrefs = [...new Set(best.map(({ href }) => href))];
  if (hrefs.length === 1) return redirectTo(hrefs[0] ?? '', request, headers, tags);
  const listed = best.map(({ href, title, type }) => ({ href, title, type }));
  return { ...redirect(300, undefined, headers, tags, JSON.stringify(listed)), type: JSON_TYPE };
}

/** The links in the language and media type that the request wants most, of those in a type that it takes. */
function bestOf(all: readonly Link[], request: PublicRequest): readonly Link[] {
  const taken = all.filter(
    ({ type }) => type === undefined || chooseType(request.accept, [type]) !== undefined,
  );
  const links = taken.length === 0 ? all : taken;
  const languages = wantedLanguages(request.acceptLanguage);
  const spoken = languages
    .map((language) => links.filter(({ hreflang }) => isIn(hreflang, language)))
    .find((found) => found.length > 0);
  const inLanguage = spoken ?? links;
  const types = [...new Set(inLanguage.flatMap(({ type }) => (type === undefined ? [] : [type])))];
  const chosen = request.accept === undefined ? undefined : chooseType(request.accept, types);
  const ofType = inLanguage.filter(({ type }) => type === chosen?.type);
  const isAny = request.accept === undefined || /^\s*\*\/\*\s*$/.test(request.accept);
  return isAny || ofType.length === 0 ? inLanguage : ofType;
}

function isIn(hreflang: readonly string[] | undefined, language: string): boolean {
  const [primary] = language.split('-');
  return hreflang?.some((each) => each === language || each.split('-')[0] === primary) ?? false;
}

function linkTypeOf(text: string | null): string | undefined {
  if (text === null || text === '') return undefined;
  if (text === 'all' || text === 'linkset') return 'linkset';
  return text.replace(/^(gs1:|https?:\/\/(www\.)?gs1\.org\/voc\/)/, GS1_VOCABULARY);
}

/** Redirects with the pairs of the request that are not for the resolver; such an answer is not kept, because others have other pairs. */
function redirectTo(
  href: string,
  { query }: PublicRequest,
  headers: Readonly<Record<string, string>>,
  tags: readonly string[],
): PublicAnswer {
  const passedOn = new URLSearchParams(query);
  for (const name of OWN_PARAMETERS) passedOn.delete(name);
  if (passedOn.size === 0) return redirect(307, href, headers, tags);
  const target = new URL(href);
  for (const [name, value] of passedOn) target.searchParams.append(name, value);
  return redirect(307, target.href, headers, undefined);
}

/** The key of a passport in a link with a GTIN. */
export function keyOf({ key, qualifiers }: DigitalLink) {
  const qualifier = (ai: string) => qualifiers.find((each) => each.ai === ai)?.value;
  return { gtin: key.value, batchNumber: qualifier('10'), serialNumber: qualifier('21') };
}

function unknown(
  request: PublicRequest,
  link: DigitalLink,
  tags: readonly string[],
  hasBelow = false,
): PublicAnswer {
  const scanned = humanReadable(link);
  const below = hasBelow ? ' Batches or items of the product have passports of their own.' : '';
  const problem = `No passport is published for ${scanned}.${below}`;
  return unknownAnswer(request, { status: 404, problem, scanned, hasBelow }, tags);
}

/** Description of this resolver, as GS1-conformant resolvers publish it. */
export function resolverDescription(
  _dependencies: PublicDependencies,
  request: PublicRequest,
): PublicAnswer {
  return jsonAnswer(200, {
    name: 'Trackway',
    resolverRoot: request.root,
    supportedPrimaryKeys: ['01', '414', '417'],
    supportedLinkType: [{ namespace: GS1_VOCABULARY, prefix: 'gs1:' }],
    linkTypeDefaultCanBeLinkset: false,
  });
}
