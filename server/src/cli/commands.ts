import { calculateCommands } from './calculate.ts';
import type { Command } from './command.ts';
import { factorCommands } from './factors.ts';
import { importCommands } from './import.ts';
import { keyCommands } from './keys.ts';
import { listenCommands } from './listen.ts';
import { memberCommands } from './members.ts';
import { operatorCommands } from './operator.ts';
import { organizationCommands } from './organizations.ts';
import { queryCommands } from './query.ts';
import { triggerCommands } from './trigger.ts';

/** Every command by its name, in the order in which help lists them. */
export const COMMANDS: ReadonlyMap<string, Command> = new Map(
  Object.entries({
    ...organizationCommands,
    ...keyCommands,
    ...memberCommands,
    ...calculateCommands,
    ...factorCommands,
    ...importCommands,
    ...queryCommands,
    ...listenCommands,
    ...triggerCommands,
    ...operatorCommands,
  }),
);

export function overview(): string {
  const width = Math.max(...[...COMMANDS.keys()].map((name) => name.length));
  const lines = [...COMMANDS].map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`);
  return [
    'Usage: npm run trackway -- <command> [options]',
    '',
    ...lines,
    '',
    '--json prints data instead of text; <command> --help tells its options.',
  ].join('\n');
}

export function helpOf(name: string, command: Command): string {
  const positionals = command.positionals.map((positional) => ` <${positional}>`).join('');
  const options = Object.entries(command.options).map(([option, { type, meaning, isRequired }]) => {
    const shown = type === 'boolean' ? `--${option}` : `--${option} <…>`;
    return `  ${shown.padEnd(30)}${meaning}${isRequired === true ? ' Required.' : ''}`;
  });
  return [
    `Usage: npm run trackway -- ${name}${positionals} [options]`,
    '',
    command.summary,
    '',
    ...options,
  ]
    .join('\n')
    .trimEnd();
}
