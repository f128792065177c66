import { cell, DATA_FOLDER, readTable } from '../factors/index.ts';

let loading: Promise<readonly string[]> | undefined;

/** Claims of all languages that no printed text may make, as `normalizedClaim` writes them; read once. */
export function loadRefusedClaims(): Promise<readonly string[]> {
  loading ??= readTable(new URL('assets/refused-claims.csv', DATA_FOLDER)).then((lines) =>
    lines.map((line) => cell(line, 'claim')),
  );
  return loading;
}

/** The first listed claim that a text makes, in any language. A `*` is the rest of a word. */
export function claimIn(text: string, refusedClaims: readonly string[]): string | undefined {
  const words = ` ${normalizedClaim(text)} `;
  const anyClaim = patterns.getOrInsertComputed(refusedClaims, () => patternOf(...refusedClaims));
  // Nearly every text makes no claim, which one pattern says of all of them.
  if (!anyClaim.test(words)) return undefined;
  return refusedClaims.find((claim) => patternOf(claim).test(words));
}

const patterns = new WeakMap<readonly string[], RegExp>();

function patternOf(...claims: string[]): RegExp {
  return new RegExp(` (?:${claims.join('|').replaceAll('*', '\\p{L}*')}) `, 'u');
}

/** Lower case without accents; words apart by single spaces. */
export function normalizedClaim(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ø/g, 'o')
    .replace(/ł/g, 'l')
    .replace(/ħ/g, 'h')
    .replace(/ς/g, 'σ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
