import { readFile } from 'node:fs/promises';
import { type PublicAnswer, type PublicRequest, refusal } from './answers.ts';
import type { PublicDependencies } from './public-endpoint.ts';

/** Subsets of the fonts of the page (SIL Open Font License). */
const FILES: Readonly<Record<string, string>> = {
  geologica: '@fontsource/geologica/files/geologica-latin-500-normal.woff2',
  'source-sans-3': '@fontsource/source-sans-3/files/source-sans-3-latin-400-normal.woff2',
  'source-sans-3-strong': '@fontsource/source-sans-3/files/source-sans-3-latin-600-normal.woff2',
  'source-sans-3-greek': '@fontsource/source-sans-3/files/source-sans-3-greek-400-normal.woff2',
  'source-sans-3-strong-greek':
    '@fontsource/source-sans-3/files/source-sans-3-greek-600-normal.woff2',
  'source-sans-3-cyrillic':
    '@fontsource/source-sans-3/files/source-sans-3-cyrillic-400-normal.woff2',
  'source-sans-3-strong-cyrillic':
    '@fontsource/source-sans-3/files/source-sans-3-cyrillic-600-normal.woff2',
};

/** A font of the public pages. */
export async function answerFont(
  _dependencies: PublicDependencies,
  { path }: PublicRequest,
): Promise<PublicAnswer> {
  const [, name = ''] = /^\/dpp\/fonts\/([\w-]+)\.woff2$/.exec(path) ?? [];
  const file = Object.hasOwn(FILES, name) ? FILES[name] : undefined;
  if (file === undefined) return refusal(404, 'This address does not exist.');
  const body = await readFile(new URL(import.meta.resolve(file)));
  const headers = { 'Cache-Control': 'public, max-age=31536000, immutable' };
  return { status: 200, type: 'font/woff2', body, headers, tags: [] };
}

/** The icon of the public pages, which a back-up without a dashboard serves too. */
export async function answerIcon(): Promise<PublicAnswer> {
  const body = await readFile(new URL('./icon.svg', import.meta.url));
  const headers = { 'Cache-Control': 'public, max-age=86400' };
  return { status: 200, type: 'image/svg+xml', body, headers, tags: [] };
}
