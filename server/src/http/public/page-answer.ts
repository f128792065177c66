import { PAGE_LANGUAGES, type Page, type PageLanguage } from '../../domains/passports/index.ts';
import { HTML, type PublicAnswer, type PublicRequest, WORK } from './answers.ts';
import { wantedLanguages } from './negotiate.ts';

/** A page in the language that the address names, or in the best of those that the reader wants. */
export function pageAnswer(
  status: number,
  request: PublicRequest,
  render: (language: PageLanguage) => Page,
  tags?: readonly string[],
): PublicAnswer {
  request.spend(WORK.page);
  const language = pageLanguage(request);
  const { html, styleHash } = render(language);
  return {
    status,
    type: HTML,
    body: html,
    headers: { 'Content-Language': language, 'Content-Security-Policy': policyOf(styleHash) },
    ...(tags === undefined ? {} : { tags }),
  };
}

function pageLanguage({ query, acceptLanguage }: PublicRequest): PageLanguage {
  const wanted = [query.get('lang') ?? '', ...wantedLanguages(acceptLanguage)];
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
