import { GS1_VOCABULARY, type Link, type LinkContext } from '../../../rules/gs1/linkset.ts';
import type { PublicUrls } from '../../../rules/public-urls.ts';
import type { DppContent, DppView } from '../model.ts';
import { PAGE_LANGUAGES } from '../page/words.ts';
import { passportUrl, productUri } from './addresses.ts';
import { localizedIn, objectIn, objectsIn, textIn } from './content.ts';

/** Link types of documents in the GS1 Web Vocabulary. */
export const DOCUMENT_TYPES: Readonly<Record<string, string>> = {
  MANUAL: 'instructions',
  SAFETY: 'safetyInfo',
  DECLARATION_OF_CONFORMITY: 'certificationInfo',
  CERTIFICATE: 'certificationInfo',
};

/** Media types in which the address of a passport answers. */
export const PASSPORT_TYPES = [
  'text/html',
  'application/json',
  'application/ld+json',
  'application/vc+jwt',
] as const;

/** The links of one level: of a model, batch or item. */
export function linksOf(view: DppView, urls: PublicUrls): LinkContext {
  const url = passportUrl(urls, view);
  const name = localizedIn(view.content, 'name')?.text ?? productUri(urls, view);
  const page = { href: url, title: name, type: 'text/html', hreflang: PAGE_LANGUAGES };
  const isWhole = view.extent === 'FULL';
  return {
    anchor: productUri(urls, view),
    itemDescription: name,
    defaultLink: page,
    links: [
      ...PASSPORT_TYPES.filter((type) => isWhole || type !== 'application/vc+jwt').map((type) =>
        linkOf(
          'dpp',
          type === 'text/html' ? page : { href: url, title: `${name}: passport`, type },
        ),
      ),
      linkOf('pip', page),
      ...(isWhole
        ? [
            ...sectionsOf(view.content, page),
            ...documentsOf(view.content),
            // The same for every passport, so that it says nothing about events that a reader may not see.
            linkOf('epcis', {
              href: `${url}/events`,
              title: `${name}: events (EPCIS 2.0)`,
              type: 'application/ld+json',
            }),
          ]
        : []),
    ],
  };
}

/** Parts of the page that have a link type of their own. */
function sectionsOf(content: DppContent, page: Omit<Link, 'relation'>): Link[] {
  const sector = objectIn(content, 'sectorData');
  const sections: readonly (readonly [string, string, unknown])[] = [
    ['sustainabilityInfo', 'footprint', objectIn(content, 'footprint')],
    ['instructions', 'care', objectIn(content, 'care') ?? objectIn(content, 'repair')],
    ['traceability', 'journey', objectsIn(sector, 'productionSteps')[0]],
  ];
  return sections
    .filter(([, , value]) => value !== undefined)
    .map(([type, fragment]) => linkOf(type, { ...page, href: `${page.href}#${fragment}` }));
}

function documentsOf(content: DppContent): Link[] {
  return objectsIn(content, 'documents').flatMap((document) => {
    const [type, href] = [DOCUMENT_TYPES[textIn(document, 'type') ?? ''], textIn(document, 'url')];
    if (type === undefined || href === undefined) return [];
    const [mediaType, language] = [textIn(document, 'mediaType'), textIn(document, 'language')];
    return [
      linkOf(type, {
        href,
        title: textIn(document, 'title') ?? type,
        ...(mediaType === undefined ? {} : { type: mediaType }),
        ...(isHreflang(language) ? { hreflang: [language] } : {}),
      }),
    ];
  });
}

function linkOf(type: string, target: Omit<Link, 'relation'>): Link {
  return { relation: `${GS1_VOCABULARY}${type}`, ...target };
}

/** The GS1 schema takes a language of two letters, with or without a country. */
function isHreflang(text: string | undefined): text is string {
  return text !== undefined && /^\w{2}(-\w{2})?$/.test(text);
}
