import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError } from './operator-error.ts';

/** Files of a font by weight, with their SHA-256. */
type FontFiles = {
  /** Name of the script in messages. */
  readonly name: string;
  /** npm package of the files, with its version. */
  readonly source: string;
  /** Name of the files, without weight. */
  readonly file: string;
  readonly sha256: Readonly<Record<FontWeight, string>>;
  /** Characters that only fonts of this kind have. */
  readonly letters: RegExp;
};

export const FONT_WEIGHTS = [400, 600] as const;
type FontWeight = (typeof FONT_WEIGHTS)[number];

export const FONT_SCRIPTS = [
  'arabic',
  'hebrew',
  'japanese',
  'chinese-simplified',
  'chinese-traditional',
  'korean',
] as const;
export type FontScript = (typeof FONT_SCRIPTS)[number];

/** Chinese characters, and the wide signs that are written between them. */
const HAN = /[\p{scx=Han}\uff00-\uffef]/u;

/** Fonts of scripts that are not bundled; all have 1,000 units per em, as the bundled ones do. */
export const FONTS: Readonly<Record<FontScript, FontFiles>> = {
  arabic: {
    name: 'Arabic',
    source: '@fontsource/noto-sans-arabic@5.3.0',
    file: 'noto-sans-arabic-arabic',
    sha256: {
      400: '6d47c7e4dfc76e221d078945ef2bbf47b047f1b316cf87c7663086639814c763',
      600: '4cd5ad759d5ee84c12fa9aa6aa8747fb9e2fca225b87292bf42628f67ab3e4db',
    },
    letters: /\p{scx=Arabic}/u,
  },
  hebrew: {
    name: 'Hebrew',
    source: '@fontsource/noto-sans-hebrew@5.3.0',
    file: 'noto-sans-hebrew-hebrew',
    sha256: {
      400: '50e545f6b9e4300a49ecf975baf4b1316e41ff287f1ceaf90861f9e0206185cf',
      600: 'e7bd7053e465e34b2eccb4e25559fd62fdf78d9a9d662f122691dbcc4638e018',
    },
    letters: /\p{scx=Hebrew}/u,
  },
  japanese: {
    name: 'Japanese',
    source: '@fontsource/noto-sans-jp@5.3.0',
    file: 'noto-sans-jp-japanese',
    sha256: {
      400: '5a20c9fa9321ca17a2bdb5b347af5de26ede6f674c78a37f859848e014444e3f',
      600: '62b77abc9b161c0a1e922bb68462449794b0cfda635d7e96ba08c5503013f651',
    },
    letters: /[\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Han}\uff00-\uffef]/u,
  },
  'chinese-simplified': {
    name: 'simplified Chinese',
    source: '@fontsource/noto-sans-sc@5.3.0',
    file: 'noto-sans-sc-chinese-simplified',
    sha256: {
      400: 'dc20a86875ff056a6332c353bc9a82d199bb2e5aae1d444f912c1fbff783bfa5',
      600: 'a80b454cea011508a867af99a78428aa278220f467d6bc7dbae8d26e38d46781',
    },
    letters: HAN,
  },
  'chinese-traditional': {
    name: 'traditional Chinese',
    source: '@fontsource/noto-sans-tc@5.3.0',
    file: 'noto-sans-tc-chinese-traditional',
    sha256: {
      400: 'e7db2b36ecbc23a70db88a67fc4d21c6d82b4f672e0668b3e1577f4b218f35e0',
      600: '69b2fb38a964b7e3010a41efb96d37f624e07d72b450e5f229721ae11fb672f0',
    },
    letters: HAN,
  },
  korean: {
    name: 'Korean',
    source: '@fontsource/noto-sans-kr@5.3.0',
    file: 'noto-sans-kr-korean',
    sha256: {
      400: '2b263951a31b9d4f8704796d207de4442d68300d49e8d9636a0a6daeafb83532',
      600: 'aaa543cec96713519d501bcc48bf2be7e4985c937be6a81e222f651aaebc85cc',
    },
    letters: /\p{scx=Hangul}/u,
  },
};

/** Scripts that are printed besides the bundled ones; the first one that has a character gives its form. */
export type FontSettings = { readonly folder: string; readonly scripts: readonly FontScript[] };

export function fontFolder(dataFolder: string): string {
  return join(dataFolder, 'fonts');
}

export function fontFileName(script: FontScript, weight: FontWeight): string {
  return `${FONTS[script].file}-${weight}-normal.woff`;
}

/** True if the folder has both files of a script, unchanged. */
export async function isFontInstalled(folder: string, script: FontScript): Promise<boolean> {
  const found = FONT_WEIGHTS.map(async (weight) => {
    const bytes = await readFile(join(folder, fontFileName(script, weight))).catch(() => undefined);
    if (bytes === undefined) return false;
    return createHash('sha256').update(bytes).digest('hex') === FONTS[script].sha256[weight];
  });
  return (await Promise.all(found)).every(Boolean);
}

/** Refuses to start with a script whose fonts are absent. */
export async function assertFontsInstalled({ folder, scripts }: FontSettings): Promise<void> {
  for (const script of scripts) {
    if (await isFontInstalled(folder, script)) continue;
    throw new OperatorError(
      `TRACKWAY_FONTS names ${script}, but ${folder} does not have its fonts: run \`trackway fonts install\` with the same settings.`,
    );
  }
}
