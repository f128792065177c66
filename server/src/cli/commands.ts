import type { Command } from './command.ts';
import { wrapped } from './text-table.ts';

export type Commands = ReadonlyMap<string, Command>;

type Source = {
  /** First words of the names of its commands. */
  readonly words: readonly string[];
  readonly load: () => Promise<Readonly<Record<string, Command>>>;
};

/**
 * The files of commands, in the order in which help lists them. A command loads its own file only: with all of them it loads
 * the whole service, for a second of CPU time.
 */
const SOURCES: readonly Source[] = [
  {
    words: ['organizations'],
    load: async () => (await import('./organizations.ts')).organizationCommands,
  },
  { words: ['keys'], load: async () => (await import('./keys.ts')).keyCommands },
  { words: ['members'], load: async () => (await import('./members.ts')).memberCommands },
  {
    words: ['calculate', 'replay'],
    load: async () => (await import('./calculate.ts')).calculateCommands,
  },
  { words: ['scenario'], load: async () => (await import('./scenario.ts')).scenarioCommands },
  { words: ['import'], load: async () => (await import('./factors.ts')).factorCommands },
  { words: ['import'], load: async () => (await import('./import.ts')).importCommands },
  { words: ['query'], load: async () => (await import('./query.ts')).queryCommands },
  { words: ['listen'], load: async () => (await import('./listen.ts')).listenCommands },
  { words: ['trigger'], load: async () => (await import('./trigger.ts')).triggerCommands },
  { words: ['verify'], load: async () => (await import('./verify.ts')).verifyCommands },
  {
    words: ['verify-asset'],
    load: async () => (await import('./verify-asset.ts')).verifyAssetCommands,
  },
  { words: ['assets'], load: async () => (await import('./assets.ts')).assetCommands },
  { words: ['fonts'], load: async () => (await import('./fonts.ts')).fontCommands },
  {
    words: ['signing-keys'],
    load: async () => (await import('./signing-keys.ts')).signingKeyCommands,
  },
  { words: ['passports'], load: async () => (await import('./passports.ts')).passportCommands },
  {
    words: ['config', 'migrate', 'secret'],
    load: async () => (await import('./operator.ts')).operatorCommands,
  },
  { words: ['seed'], load: async () => (await import('./seed.ts')).seedCommands },
  { words: ['doctor'], load: async () => (await import('./doctor.ts')).doctorCommands },
  { words: ['backup', 'restore'], load: async () => (await import('./backup.ts')).backupCommands },
];

/** Every command by its name, or only those that begin with a word. */
export async function commands(first?: string): Promise<Commands> {
  const sources = SOURCES.filter(({ words }) => first === undefined || words.includes(first));
  const loaded = await Promise.all(sources.map(({ load }) => load()));
  return new Map(loaded.flatMap((each) => Object.entries(each)));
}

/** Help on all commands, or on those that begin with a word, such as `keys`. */
export function overview(all: Commands, group?: string): string {
  const shown = [...all].filter(([name]) => group === undefined || isOf(group, name));
  const width = Math.max(...shown.map(([name]) => name.length));
  return [
    `Usage: trackway ${group ?? '<command>'} ${group === undefined ? '' : '<command> '}[options]`,
    '',
    ...shown.flatMap(([name, { summary }]) => listed(name, width, summary)),
    '',
    '--json prints data instead of text; <command> --help lists its options.',
    '--version prints the version of Trackway.',
  ].join('\n');
}

/** True if a word is the first of the names of several commands. */
export function isGroup(all: Commands, word: string): boolean {
  return [...all.keys()].some((name) => isOf(word, name));
}

function isOf(group: string, name: string): boolean {
  return name.startsWith(`${group} `);
}

export function helpOf(name: string, command: Command): string {
  const positionals = command.positionals.map((positional) => ` <${positional}>`).join('');
  const options = Object.entries(command.options).map(
    ([option, { type, meaning, isRequired }]) => ({
      shown: type === 'boolean' ? `--${option}` : `--${option} <…>`,
      meaning: `${meaning}${isRequired === true ? ' Required.' : ''}`,
    }),
  );
  const width = Math.max(0, ...options.map(({ shown }) => shown.length));
  return [
    ...wrapped(`Usage: trackway ${name}${positionals} [options]`, WIDTH),
    '',
    ...wrapped(command.summary, WIDTH),
    '',
    ...options.flatMap(({ shown, meaning }) => listed(shown, width, meaning)),
  ]
    .join('\n')
    .trimEnd();
}

const WIDTH = 80;

/** A name and its meaning next to it, in lines of at most 80 characters. */
function listed(name: string, width: number, meaning: string): string[] {
  const indent = width + 4;
  return wrapped(meaning, WIDTH - indent).map(
    (line, at) => `${(at === 0 ? `  ${name}` : '').padEnd(indent)}${line}`,
  );
}
