import { humanReadable } from '../../../rules/gs1/digital-link.ts';
import type { Link } from '../../../rules/gs1/linkset.ts';
import type { PublicUrls } from '../../../rules/public-urls.ts';
import type { DppView } from '../model.ts';
import { pictureOf } from '../pictures/picture-of.ts';
import { digitalLinkOf, passportUrl, passportUrlNextTo } from '../projections/addresses.ts';
import { localizedIn, objectIn, textIn } from '../projections/content.ts';
import type { PublicVersion } from '../public/store.ts';
import { type CarWay, footprintSection } from './footprint-section.ts';
import { framed, type Page } from './frame.ts';
import { type Html, html, safeUrl } from './html.ts';
import { type Icon, icon } from './icons.ts';
import {
  aboutSection,
  careSection,
  documentsSection,
  journeySection,
  localized,
  madeOfSection,
  moreSection,
  passItOnSection,
} from './sections.ts';
import { nameOfLanguage, PAGE_LANGUAGES, type PageLanguage, type Words, wordsOf } from './words.ts';

/** Looks that are not part of a passport. */
export type Appearance = {
  /** Languages that its reader wants for the content; that of the page by default. */
  readonly readers?: readonly string[] | undefined;
  /** Address of the picture; the service has one by default. */
  readonly pictureUrl?: string | undefined;
  readonly brand?: PageBrand | undefined;
  /** Address of the page of a draft, which has no public one. */
  readonly path?: string;
  /** The form for the token of a grant; a page that no service answers for has none. */
  readonly access?: { readonly isRefused: boolean } | undefined;
  /** The way by car that emits as much as the footprint. */
  readonly carWay?: CarWay | undefined;
};

/** Brand of the organization that has the passport; what is null has the look of the service. */
export type PageBrand = {
  readonly name: string | null;
  /** `#rrggbb` with enough contrast to white. */
  readonly color: string | null;
  /** Address of the logo. */
  readonly logoUrl: string | null;
};

/** The page of a passport for shoppers, in one language, from a view that is masked already. */
export function passportPage(
  view: DppView,
  versions: readonly PublicVersion[],
  urls: PublicUrls,
  language: PageLanguage,
  { pictureUrl, brand, path, access, readers, carWay }: Appearance = {},
): Page {
  const words = wordsOf(language, readers);
  const { content, extent } = view;
  const name = localizedIn(content, 'name', words.readers);
  const url = passportUrl(urls, view);
  const link = digitalLinkOf(view);
  const operator = textIn(objectIn(content, 'economicOperator'), 'name');
  const body = html`${view.scope.environment === 'SANDBOX' ? html`<p class="strip sample" role="status">${words.say('sample')}</p>` : undefined}${stateStrip(view, words, url)}${access?.isRefused ? html`<p class="strip notice" role="status">${words.say('accessRefused')}</p>` : undefined}
<header>${brandMark(brand, textIn(objectIn(content, 'sectorData'), 'brand') ?? operator ?? words.say('passport'))}<a class="with-icon" href="#languages" lang="${language}">${icon('language')}${nameOfLanguage(language)}</a></header>
<main>${extent === 'FULL' ? picture(view, words, pictureUrl ?? addressOfPicture(view, url)) : undefined}<h1>${name === undefined ? words.say('passport') : localized(name, words)}</h1>${extent === 'TOMBSTONE' && link !== undefined ? html`<p><code>${humanReadable(link)}</code></p>` : undefined}
${extent === 'FULL' ? wholePassport(view, versions, words, url, { access, carWay }) : undefined}${extent === 'HEADER' ? aboutSection(view, words) : undefined}</main>
${pageFooter(view, words, url, path)}`;
  const title = name?.text ?? words.say('passport');
  return framed(language, title, body, {
    ...(isDraft(view) ? {} : { head: alternates(url, shownUrl(view, url)) }),
    color: brand?.color,
  });
}

/** The logo with the name as its text, or the name alone. */
function brandMark(brand: PageBrand | undefined, fallback: string): Html {
  const name = brand?.name ?? fallback;
  const logoUrl = brand?.logoUrl ?? null;
  return logoUrl === null
    ? html`<p class="brand">${name}</p>`
    : html`<p class="brand"><img class="logo" src="${logoUrl}" alt="${name}"></p>`;
}

/** The page for a code of which nothing is published, with the problem if it is malformed. */
export function unknownPage(
  scanned: string,
  path: string,
  language: PageLanguage,
  { problem, hasBelow = false }: { readonly problem?: string; readonly hasBelow?: boolean } = {},
): Page {
  const words = wordsOf(language);
  const below = hasBelow ? html`<p>${words.say('unknownBelow')}</p>` : undefined;
  const body = html`<header><p class="brand">${words.say('passport')}</p></header>
<main><h1>${words.say('unknownTitle')}</h1><p>${words.say('unknownText')}</p><p><code>${scanned}</code></p>${below}${problem === undefined ? undefined : html`<p class="note" lang="en">${problem}</p>`}</main>
<footer>${languageLinks(words, path)}</footer>`;
  return framed(language, words.say('unknownTitle'), body);
}

/** Reasons why the service does not show a page at the moment. */
export type Away = 'awayTitle' | 'tooManyTitle';

/** Pages of `awayPage` by reason and language: who asks too often causes no work by that. */
const away = new Map<string, Page>();

/** The page in place of one that the service cannot or will not show for a minute. Its links stay at the address that was asked for. */
export function awayPage(reason: Away, language: PageLanguage): Page {
  return away.getOrInsertComputed(`${reason} ${language}`, () => {
    const words = wordsOf(language);
    const title = words.say(reason);
    const body = html`<header><p class="brand">${words.say('passport')}</p></header>
<main><h1>${title}</h1><p>${words.say('awayText')}</p></main>
<footer>${languageLinks(words, '')}</footer>`;
    return framed(language, title, body);
  });
}

/** The page for a type of link that a product does not have, with the link that it has. */
export function missingLinkPage(
  { href, title }: Pick<Link, 'href' | 'title'>,
  path: string,
  language: PageLanguage,
  problem: string,
): Page {
  const words = wordsOf(language);
  const body = html`<header><p class="brand">${words.say('passport')}</p></header>
<main><h1>${title}</h1><p class="note" lang="en">${problem}</p><p><a href="${href}">${words.say('passport')}</a></p></main>
<footer>${languageLinks(words, path)}</footer>`;
  return framed(language, title, body);
}

function wholePassport(
  view: DppView,
  versions: readonly PublicVersion[],
  words: Words,
  url: string,
  { access, carWay }: Pick<Appearance, 'access' | 'carWay'>,
): Html {
  const { content } = view;
  const operator = textIn(objectIn(content, 'economicOperator'), 'name');
  const sections = {
    materials: madeOfSection(content, words),
    footprint: footprintSection(content, words, carWay),
    journey: journeySection(content, words),
    care: careSection(content, words),
    'pass-it-on': passItOnSection(content, words),
  };
  return html`${description(view, words)}${isDraft(view) ? undefined : signature(view, words, shownUrl(view, url), operator)}
${jumps(sections, words)}
${Object.values(sections)}
${aboutSection(view, words)}
${view.predecessorId === null ? undefined : html`<p><a href="${passportUrlNextTo(url, view.predecessorId)}">${words.say('predecessor')}</a></p>`}
${withheldSection(view, words, operator, access && new URL(shownUrl(view, url)).pathname)}
${moreSection(view, words)}${documentsSection(content, words)}${isDraft(view) ? undefined : proof(view, versions, words, url)}`;
}

/**
 * The earlier versions, the check of the signature, and the code for print. A lazy picture that is shown in print only would
 * not be there when the page is printed.
 */
function proof(view: DppView, versions: readonly PublicVersion[], words: Words, url: string): Html {
  return html`
<details><summary>${words.say('versions')}</summary><ul>${versions.map(
    ({ number, publishedAt }) =>
      html`<li><a href="${url}/versions/${number}?lang=${words.language}">${words.say('version', { number, date: words.date(publishedAt) })}</a></li>`,
  )}</ul></details>
<details><summary>${words.say('verification')}</summary><p>${checkLink(shownUrl(view, url), words)}</p><p><code>SHA-256 ${view.integrity.hash}</code></p></details>
<img class="qr" src="${url}/qr.svg" alt="${words.say('qr')}" fetchpriority="low" width="120" height="120">`;
}

/** The note that fields are withheld, and the form of those who have a right to see them, who may have no program for it. */
function withheldSection(
  { withheld }: DppView,
  words: Words,
  operator = '',
  path: string | undefined,
): Html | undefined {
  if (withheld.length === 0) return undefined;
  const form = html`<form method="post" action="${path}?lang=${words.language}"><input name="token" type="password" aria-label="${words.say('accessCode')}" autocomplete="off" required> <button>${words.say('accessShow')}</button></form>`;
  return html`<section><p class="note">${words.say('withheld', { name: operator })}</p>${path === undefined ? undefined : html`<details><summary>${words.say('accessCode')}</summary>${form}</details>`}</section>`;
}

/** The picture of this version, in a frame of a fixed height so that nothing moves when it arrives. */
function picture({ content }: DppView, words: Words, url: string): Html | undefined {
  if (pictureOf(content) === null) return undefined;
  const text = localizedIn(objectIn(content, 'picture'), 'description', words.readers);
  return html`<img class="picture" src="${url}" alt="${text?.text}" lang="${text?.language}">`;
}

function addressOfPicture(view: DppView, url: string): string {
  return `${shownUrl(view, url)}/picture`;
}

/** Address of the version that is shown: links of an earlier version stay with it. */
function shownUrl({ isSuperseded, number }: DppView, url: string): string {
  return isSuperseded ? `${url}/versions/${number}` : url;
}

function description({ content }: DppView, words: Words): Html | undefined {
  const text = localizedIn(content, 'description', words.readers);
  return text === undefined ? undefined : html`<p class="quiet">${localized(text, words)}</p>`;
}

function signature(
  { number, publishedAt, validUntil }: DppView,
  words: Words,
  url: string,
  operator: string | undefined,
): Html {
  const by =
    operator === undefined
      ? undefined
      : html`<strong>${words.say('signedBy', { name: operator })}</strong><br>`;
  return html`<p class="with-icon">${icon('signed')}<span>${by}<span class="quiet">${words.say('version', { number, date: words.date(publishedAt) })} ${validity(validUntil, words)}${checkLink(url, words)}</span></span></p>`;
}

/** The end is shown whether it is past or not: a page is kept until its passport changes. */
function validity(validUntil: Date | null, words: Words): Html | undefined {
  return validUntil === null
    ? undefined
    : html`${words.say('validUntil', { date: words.date(validUntil) })}. `;
}

/** The page that checks the signature, on the same host and in the same language; paper has its whole address. */
function checkLink(url: string, words: Words): Html {
  const check = `/verify?url=${encodeURIComponent(url)}`;
  // A query may hold ":" and "/", which are easier to type.
  const printed = `${new URL(url).origin}${check.replaceAll('%3A', ':').replaceAll('%2F', '/')}`;
  return html`<a href="${`${check}&lang=${words.language}`}" data-printed="${printed}">${words.say('check')}</a>`;
}

const JUMPS: readonly (readonly ['footprint' | 'care' | 'pass-it-on', string, Icon])[] = [
  ['footprint', 'footprint', 'footprint'],
  ['care', 'careRepair', 'repair'],
  ['pass-it-on', 'passItOn', 'passOn'],
];

/** Links to the parts of a long page; a single one would only be noise. */
function jumps(
  sections: Readonly<Record<string, Html | undefined>>,
  words: Words,
): Html | undefined {
  const shown = JUMPS.filter(([id]) => sections[id] !== undefined);
  if (shown.length < 2) return undefined;
  return html`<nav class="jumps" aria-label="${words.say('jumps')}">${shown.map(([id, word, picture]) => html`<a href="#${id}">${icon(picture)}${words.say(word)}</a>`)}</nav>`;
}

export const STATE_TITLES: Readonly<Record<string, string>> = {
  DRAFT: 'draftTitle',
  SUSPENDED: 'suspendedTitle',
  REVOKED: 'revokedTitle',
  END_OF_LIFE: 'endOfLifeTitle',
  ARCHIVED: 'archivedTitle',
};

function isDraft({ status }: DppView): boolean {
  return status === 'DRAFT';
}

/** A strip for every state but that of the current version of a published passport. */
function stateStrip(view: DppView, words: Words, url: string): Html | undefined {
  const { status, extent, successorId, isSuperseded } = view;
  const title = STATE_TITLES[status];
  if (title === undefined && !isSuperseded) return undefined;
  const successor = successorId === null ? undefined : passportUrlNextTo(url, successorId);
  const reason = reasonIn(view, words);
  return html`<div class="strip ${extent === 'TOMBSTONE' ? 'gone' : 'notice'}" role="status">${
    isSuperseded
      ? html`<p>${words.say('superseded')} <a href="${url}?lang=${words.language}">${words.say('newest')}</a></p>`
      : undefined
  }${
    title === undefined ? undefined : html`<p>${words.say(title)}</p>`
  }${status === 'SUSPENDED' ? html`<p>${words.say('suspendedText')}</p>` : undefined}${
    reason === undefined ? undefined : html`<p>${reason}</p>`
  }${successor === undefined ? undefined : html`<p><a href="${successor}">${words.say('successor')}</a></p>`}</div>`;
}

/** The reason of the last change of state; one that the service gave in the language of the page. */
export function reasonIn(
  { statusReason, statusCause }: DppView,
  { say }: Words,
): string | undefined {
  const reason = statusCause === null ? statusReason : say(statusCause.word, statusCause.values);
  return reason === null ? undefined : say('reason', { reason });
}

function pageFooter(view: DppView, words: Words, url: string, path: string | undefined): Html {
  const operatorUrl = safeUrl(textIn(objectIn(view.content, 'economicOperator'), 'url'));
  const formats = [
    ['JSON (EN 18223)', 'json'],
    ['JSON-LD (UNTP)', 'jsonld'],
    ['JWT (W3C VC)', 'jwt'],
  ].filter(([, ending]) => ending === 'json' || view.integrity.jws !== null);
  return html`<footer>${
    view.extent === 'TOMBSTONE' || isDraft(view)
      ? undefined
      : html`<p class="quiet">${words.say('formats')}</p><p class="formats">${formats.map(([text, ending]) => html`<a href="${shownUrl(view, url)}.${ending}">${text}</a> `)}</p>`
  }${operatorUrl === undefined ? undefined : html`<p><a href="${operatorUrl}" rel="noopener noreferrer">${words.say('report')}</a></p>`}
${languageLinks(words, path ?? new URL(shownUrl(view, url)).pathname)}<p class="quiet">${words.say('accessibility')}</p></footer>`;
}

/** A link for each language, with an address of its own. */
export function languageLinks(words: Words, path: string): Html {
  return html`<nav id="languages" class="languages" aria-label="${words.say('language')}">${PAGE_LANGUAGES.map(
    (language) =>
      html`<a href="${path}${path.includes('?') ? '&' : '?'}lang=${language}" lang="${language}" hreflang="${language}"${language === words.language ? html` aria-current="true"` : undefined}>${nameOfLanguage(language)}</a> `,
  )}</nav>`;
}

function alternates(url: string, shown: string): Html {
  return html`<link rel="canonical" href="${url}"><link rel="alternate" type="application/ld+json" href="${shown}.jsonld">`;
}
