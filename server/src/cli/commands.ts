import { assetCommands } from './assets.ts';
import { backupCommands } from './backup.ts';
import { calculateCommands } from './calculate.ts';
import type { Command } from './command.ts';
import { doctorCommands } from './doctor.ts';
import { factorCommands } from './factors.ts';
import { fontCommands } from './fonts.ts';
import { importCommands } from './import.ts';
import { keyCommands } from './keys.ts';
import { listenCommands } from './listen.ts';
import { memberCommands } from './members.ts';
import { operatorCommands } from './operator.ts';
import { organizationCommands } from './organizations.ts';
import { passportCommands } from './passports.ts';
import { queryCommands } from './query.ts';
import { scenarioCommands } from './scenario.ts';
import { signingKeyCommands } from './signing-keys.ts';
import { wrapped } from './text-table.ts';
import { triggerCommands } from './trigger.ts';
import { verifyCommands } from './verify.ts';
import { verifyAssetCommands } from './verify-asset.ts';

/** Every command by its name, in the order in which help lists them. */
export const COMMANDS: ReadonlyMap<string, Command> = new Map(
  Object.entries({
    ...organizationCommands,
    ...keyCommands,
    ...memberCommands,
    ...calculateCommands,
    ...scenarioCommands,
    ...factorCommands,
    ...importCommands,
    ...queryCommands,
    ...listenCommands,
    ...triggerCommands,
    ...verifyCommands,
    ...verifyAssetCommands,
    ...assetCommands,
    ...fontCommands,
    ...signingKeyCommands,
    ...passportCommands,
    ...operatorCommands,
    ...doctorCommands,
    ...backupCommands,
  }),
);

/** Help on all commands, or on those that begin with a word, such as `keys`. */
export function overview(group?: string): string {
  const shown = [...COMMANDS].filter(([name]) => group === undefined || isOf(group, name));
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
export function isGroup(word: string): boolean {
  return [...COMMANDS.keys()].some((name) => isOf(word, name));
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
