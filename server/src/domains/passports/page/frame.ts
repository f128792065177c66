import { Html, html } from './html.ts';
import { styleOf } from './style.ts';
import type { PageLanguage } from './words.ts';

/** A whole page, and the digest of its style for the Content-Security-Policy. */
export type Page = { readonly html: string; readonly styleHash: string };

type Frame = {
  readonly head?: Html;
  /** Colour of a brand. */
  readonly color?: string | null | undefined;
};

/** A page without script: everything that it shows is in its HTML. */
export function framed(
  language: PageLanguage,
  title: string,
  body: Html,
  { head, color }: Frame = {},
): Page {
  const { css, hash } = styleOf(language, color ?? undefined);
  const page = html`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><link rel="icon" href="/dpp/icon.svg">${head}<style>${new Html(css)}</style></head>
<body>${body}</body></html>`;
  return { html: page.text, styleHash: hash };
}
