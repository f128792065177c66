import {
  awayPage,
  PAGE_LANGUAGES,
  type Page,
  type PageLanguage,
  unknownPage,
} from '../../domains/passports/index.ts';
import {
  HTML,
  JSON_TYPE,
  type PublicAnswer,
  type PublicRequest,
  refusal,
  WORK,
} from './answers.ts';
import { chooseType, wantedLanguages } from './negotiate.ts';

/** The part of a request that decides the language, and its budget. */
type Reader = Pick<PublicRequest, 'query' | 'acceptLanguage' | 'spend'>;

/** A page in the language that the address names, or in the best of those that the reader wants. */
export function pageAnswer(
  status: number,
  request: Reader,
  render: (language: PageLanguage, readers: readonly string[]) => Page,
  tags?: readonly string[],
): PublicAnswer {
  request.spend(WORK.page);
  const wanted = languagesOf(request);
  const language = pageLanguage(wanted);
  const { html, styleHash } = render(language, [...wanted, language]);
  return {
    status,
    type: HTML,
    body: html,
    headers: { 'Content-Language': language, 'Content-Security-Policy': policyOf(styleHash) },
    ...(tags === undefined ? {} : { tags }),
  };
}

type Nothing = {
  readonly status: 400 | 404;
  readonly problem: string;
  readonly scanned: string;
  /** True if batches or items of the scanned product have passports. */
  readonly hasBelow?: boolean;
};

/** Nothing is published where somebody looks: a page for people, words of EN 18222 for programs. */
export function unknownAnswer(
  request: PublicRequest,
  { status, problem, scanned, hasBelow = false }: Nothing,
  tags?: readonly string[],
): PublicAnswer {
  if (chooseType(request.accept, [JSON_TYPE, HTML])?.type !== HTML)
    return refusal(status, problem, tags === undefined ? {} : { tags });
  const shown = { hasBelow, ...(status === 400 ? { problem } : {}) };
  const render = (language: PageLanguage) => unknownPage(scanned, pathOf(request), language, shown);
  return pageAnswer(status, request, render, tags);
}

/** A request that failed or was refused for now: a page for people, words of EN 18222 for programs. */
export function failedAnswer(
  request: PublicRequest,
  status: 429 | 500 | 503,
  problem: string,
  headers: Readonly<Record<string, string>> = {},
): PublicAnswer {
  if (chooseType(request.accept, [JSON_TYPE, HTML])?.type !== HTML)
    return refusal(status, problem, { headers });
  // The address has paid for what failed, and may have nothing left.
  const reader = { ...request, spend: () => undefined };
  const reason = status === 429 ? 'tooManyTitle' : 'awayTitle';
  const render = (language: PageLanguage) => awayPage(reason, language);
  const page = pageAnswer(status, reader, render);
  return { ...page, headers: { ...page.headers, ...headers } };
}

/** The path that was asked for, with that of the sandbox before it. */
export function pathOf({ root, path }: PublicRequest): string {
  return `${new URL(root).pathname.replace(/\/$/, '')}${path}`;
}

/** The languages that the reader wants; that of the address before those of the browser. */
function languagesOf({ query, acceptLanguage }: Reader): readonly string[] {
  return [query.get('lang') ?? [], ...wantedLanguages(acceptLanguage)].flat();
}

function pageLanguage(wanted: readonly string[]): PageLanguage {
  for (const tag of wanted) {
    const [primary = ''] = tag.toLowerCase().split('-');
    const found = PAGE_LANGUAGES.find((language) => language === primary);
    if (found !== undefined) return found;
  }
  return 'en';
}

/** No script, nothing of others, and only the style of the page itself. */
function policyOf(styleHash: string): string {
  return [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
