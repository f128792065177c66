import { PRIMARY_KEYS, QUALIFIERS } from './application-identifiers.ts';
import { checkCharactersOf, checkDigitOf } from './check-digits.ts';

type Component = {
  readonly characters: keyof typeof CHARACTERS;
  readonly min: number;
  readonly max: number;
  readonly checks: readonly string[];
  readonly isOptional: boolean;
};

const CHARACTERS = {
  N: { pattern: /^\d*$/, meaning: 'digits' },
  X: { pattern: /^[!"%-?A-Z_a-z]*$/, meaning: 'characters of the GS1 set 82' },
  Y: { pattern: /^[#\-/0-9A-Z]*$/, meaning: 'digits, upper-case letters, "#", "-" and "/"' },
} as const;

const COMPONENTS: ReadonlyMap<string, readonly Component[]> = new Map(
  Object.entries({ ...PRIMARY_KEYS, ...QUALIFIERS }).map(([ai, { format }]) => [
    ai,
    format.split(' ').map(componentOf),
  ]),
);

function componentOf(text: string): Component {
  const match = /^\[?([NXY])(\.\.)?(\d+)((?:,\w+)*)\]?$/.exec(text);
  const [, type, isUpTo, length, checks = ''] = match ?? [];
  if (type !== 'N' && type !== 'X' && type !== 'Y') throw new Error(`Unknown format: ${text}`);
  return {
    characters: type,
    min: isUpTo === undefined ? Number(length) : 1,
    max: Number(length),
    checks: checks.split(',').slice(1),
    isOptional: text.startsWith('['),
  };
}

/** Reason why a text is not a value of the application identifier; undefined if it is valid. */
export function valueProblem(ai: string, value: string): string | undefined {
  const components = COMPONENTS.get(ai);
  if (components === undefined) return `(${ai}) is not a key or qualifier of GS1 Digital Link.`;
  let rest = value;
  for (const component of components) {
    if (component.isOptional && rest === '') break;
    const part = rest.slice(0, component.max);
    rest = rest.slice(part.length);
    const problem = partProblem(component, part);
    if (problem !== undefined) return `(${ai}) ${problem} (got ${value}).`;
  }
  if (rest === '') return undefined;
  const most = components.reduce((sum, { max }) => sum + max, 0);
  return `(${ai}) has at most ${most} characters (got ${value}).`;
}

function partProblem(component: Component, part: string): string | undefined {
  const { pattern, meaning } = CHARACTERS[component.characters];
  const { min, max } = component;
  if (part.length < min || !pattern.test(part))
    return `consists of ${min === max ? max : `${min} to ${max}`} ${meaning}`;
  for (const check of component.checks) {
    const problem = CHECKS[check]?.(part);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** The checks of the dictionary by name. */
const CHECKS: Readonly<Record<string, (part: string) => string | undefined>> = {
  csum: (part) => {
    const expected = checkDigitOf(part.slice(0, -1));
    return Number(part.at(-1)) === expected ? undefined : `has the check digit ${expected}`;
  },
  csumalpha: (part) => {
    const expected = checkCharactersOf(part.slice(0, -2));
    return part.endsWith(expected) ? undefined : `has the check characters ${expected}`;
  },
  gcppos1: (part) => prefixProblem(part),
  gcppos2: (part) => prefixProblem(part.slice(1)),
  zero: (part) => (part === '0' ? undefined : 'begins with 0'),
  nozeroprefix: (part) => (/^0./.test(part) ? 'does not begin with 0' : undefined),
  importeridx: (part) => (/^[-0-9A-Z_a-z]$/.test(part) ? undefined : 'ends with an importer index'),
  pieceoftotal: (part) => {
    const [piece, total] = [Number(part.slice(0, 2)), Number(part.slice(2))];
    return piece > 0 && piece <= total ? undefined : 'ends with a piece number and their total';
  },
};

/** A GS1 company prefix has at least four digits. */
function prefixProblem(part: string): string | undefined {
  return /^\d{4}/.test(part) ? undefined : 'contains a GS1 company prefix of digits';
}
