import { digitalLinkPath } from '../../../rules/gs1/digital-link.ts';
import { GS1_VOCABULARY, type LinkContext } from '../../../rules/gs1/linkset.ts';
import type { PublicUrls } from '../../../rules/public-urls.ts';
import { glnOf } from '../content/gln.ts';
import type { DppContent, DppView } from '../model.ts';
import { passportUrl } from '../projections/addresses.ts';
import { localizedIn, objectIn, objectsIn, textIn } from '../projections/content.ts';
import type { GlnKey } from '../public/store.ts';
import { framed, type Page } from './frame.ts';
import { html, safeUrl } from './html.ts';
import { languageLinks } from './passport-page.ts';
import { factList, localized, partyOf } from './sections.ts';
import { type PageLanguage, wordsOf } from './words.ts';

/** An operator, another responsible party or a facility with the passports that name it; there is at least one. */
export type NamedGln = {
  readonly ai: GlnKey;
  readonly gln: string;
  readonly views: readonly DppView[];
};

const FOLDERS = { '414': 'facilities', '417': 'operators' } as const;

/** Path of the page of a GLN. */
function glnPath({ ai, gln }: Pick<NamedGln, 'ai' | 'gln'>): string {
  return `/${FOLDERS[ai]}/${gln}`;
}

/** The GLN that the path of a page names; undefined for another path. */
export function glnOfPath(path: string): Pick<NamedGln, 'ai' | 'gln'> | undefined {
  const [, folder, gln = ''] = /^\/(\w+)\/(\d{13})\/?$/.exec(path) ?? [];
  if (folder === FOLDERS['414']) return { ai: '414', gln };
  return folder === FOLDERS['417'] ? { ai: '417', gln } : undefined;
}

/** The links of a GLN: its page, and the website of a party. */
export function linksOfGln(named: NamedGln, root: string): LinkContext {
  const { ai, gln } = named;
  const party = partyIn(named);
  const title = textIn(party, 'name') ?? gln;
  const page = { href: `${root}${glnPath(named)}`, title, type: 'text/html' };
  const website = safeUrl(textIn(party, 'url'));
  const relation = `${GS1_VOCABULARY}${ai === '414' ? 'locationInfo' : 'homepage'}`;
  return {
    anchor: `${root}${digitalLinkPath({ key: { ai, value: gln }, qualifiers: [] })}`,
    itemDescription: title,
    defaultLink: page,
    links: [{ relation, ...page, ...(website === undefined ? {} : { href: website }) }],
  };
}

/** The page of a party or a facility: its facts, and the models with a passport that names it. */
export function glnPage(
  named: NamedGln,
  urls: PublicUrls,
  language: PageLanguage,
  path: string,
): Page {
  const words = wordsOf(language);
  const { gln, views } = named;
  const party = partyIn(named);
  const title = textIn(party, 'name') ?? gln;
  const facts = [
    [words.say(wordOf(named)), partyOf(party, words)],
    ['GLN', gln],
  ] as const;
  const models = views.filter(({ granularity }) => granularity === 'MODEL');
  const isSample = views[0]?.scope.environment === 'SANDBOX';
  const body = html`${isSample ? html`<p class="strip sample" role="status">${words.say('sample')}</p>` : undefined}<header><p class="brand">${words.say('passport')}</p></header>
<main><h1>${title}</h1>${factList(facts)}${
    models.length === 0
      ? undefined
      : html`<section><h2>${words.say('passport')}</h2><ul>${models.map((view) => {
          const name = localizedIn(view.content, 'name', words.readers);
          return html`<li><a href="${passportUrl(urls, view)}?lang=${language}">${name === undefined ? (view.gtin ?? '') : localized(name, words)}</a>${view.gtin === null ? undefined : html` <span class="quiet">GTIN ${view.gtin}</span>`}</li>`;
        })}</ul></section>`
  }</main>
<footer>${languageLinks(words, path)}</footer>`;
  return framed(language, title, body);
}

/** The party or facility in the words of the first passport that names it. */
function partyIn({ ai, gln, views }: NamedGln): DppContent | undefined {
  const content = views[0]?.content;
  if (ai === '414') return objectIn(content, 'facility');
  const operator = objectIn(content, 'economicOperator');
  return glnOf(operator) === gln
    ? operator
    : objectsIn(content, 'responsibleParties').find((party) => glnOf(party) === gln);
}

function wordOf(named: NamedGln): string {
  if (named.ai === '414') return 'facility';
  return textIn(partyIn(named), 'role') === 'IMPORTER' ? 'importer' : 'operator';
}
