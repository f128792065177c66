import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { isDiskFull } from '../platform/disk.ts';
import { OperatorError } from '../platform/operator-error.ts';
import { ApiError } from '../rules/errors/api-error.ts';
import { didYouMean, likelyNames } from '../rules/inputs/likely-names.ts';
import { type Command, CommandFailed, UsageError } from './command.ts';
import { type Commands, commands, helpOf, isGroup, overview } from './commands.ts';

/** The streams that a command prints to. */
export type Output = {
  readonly print: (text: string) => void;
  readonly complain: (text: string) => void;
};

/** Runs a command line and returns its exit code: 0, 1 (failed) or 2 (bad usage). */
export async function run(words: readonly string[], output: Output): Promise<number> {
  try {
    return await perform(words, output);
  } catch (error) {
    output.complain(await complaintOf(error, words.includes('--json')));
    return error instanceof UsageError ? 2 : 1;
  }
}

async function perform(words: readonly string[], { print, complain }: Output): Promise<number> {
  const isJson = words.includes('--json');
  const asksFirst = words[0] === 'help';
  const wantsHelp = asksFirst || words.includes('--help') || words.includes('-h');
  const named = asksFirst ? words.slice(1) : words;
  const found = await findCommand(named.filter((word) => word !== '--json'));
  if (found === undefined) {
    if (words.includes('--version')) {
      const version = versionOfRelease();
      print(isJson ? JSON.stringify({ version }) : version);
      return 0;
    }
    const all = await commands();
    const group = words.find((word) => isGroup(all, word));
    if (wantsHelp) {
      print(overview(all, group));
      return 0;
    }
    // The list is longer than a screen, and the fault would be out of sight above it.
    throw new UsageError(`${overview(all, group)}\n\n${faultOf(all, words)}`);
  }
  const { name, command, rest } = found;
  if (wantsHelp) {
    print(helpOf(name, command));
    return 0;
  }
  const { values, positionals } = readArguments(name, command, rest);
  const result = await command.run({ values, positionals });
  if (result === undefined) return 0;
  print(isJson ? JSON.stringify(result.data) : result.text);
  if (result.note !== undefined && !isJson) complain(result.note);
  return result.isFailure === true ? 1 : 0;
}

function faultOf(all: Commands, words: readonly string[]): string {
  const [given = ''] = words.join(' ').split(/ (?=-)/);
  if (given === '') return 'Say a command.';
  return isGroup(all, given)
    ? `"${given}" is the beginning of these commands.`
    : `There is no command "${given}".${didYouMean(likelyCommands(all, given))}`;
}

/** Commands that may be meant; of a group that exists, by the word after it. */
function likelyCommands(all: Commands, given: string): string[] {
  const [first = '', second = ''] = given.split(' ');
  const names = [...all.keys()];
  const start = `${first} `;
  const inGroup = names.filter((name) => name.startsWith(start));
  if (inGroup.length > 0) {
    const words = inGroup.map((name) => name.slice(start.length));
    return likelyNames(second, words).map((word) => start + word);
  }
  const ofOneWord = names.filter((name) => !name.includes(' '));
  const others = names.filter((name) => name.includes(' '));
  return [...likelyNames(first, ofOneWord), ...likelyNames(start + second, others)];
}

function versionOfRelease(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return /"version": "([^"]+)"/.exec(text)?.[1] ?? 'unknown';
}

async function findCommand(words: readonly string[]) {
  const known = await commands(words[0] ?? '');
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(' ');
    const command = known.get(name);
    if (command !== undefined) return { name, command, rest: words.slice(length) };
  }
  return undefined;
}

function readArguments(name: string, command: Command, rest: readonly string[]) {
  const read = parse(command, rest);
  if (typeof read === 'string') throw new UsageError(`${read}\n\n${helpOf(name, command)}`);
  const { values, positionals } = read;
  const missing = Object.entries(command.options)
    .filter(([option, { isRequired }]) => isRequired === true && values[option] === undefined)
    .map(([option]) => `--${option}`);
  const { length } = command.positionals;
  const isComplete = positionals.length === length || command.hasOptionalPositionals === true;
  if (positionals.length > length || !isComplete) {
    const expected =
      command.positionals.map((positional) => `<${positional}>`).join(' ') || 'no arguments';
    throw new UsageError(`"${name}" takes ${expected}.\n\n${helpOf(name, command)}`);
  }
  if (missing.length > 0)
    throw new UsageError(`Missing: ${missing.join(', ')}.\n\n${helpOf(name, command)}`);
  return { values, positionals };
}

function parse(command: Command, rest: readonly string[]) {
  try {
    const options = Object.fromEntries(
      Object.entries(command.options).map(([option, { type }]) => [option, { type }]),
    );
    return parseArgs({ args: [...rest], options, allowPositionals: true });
  } catch (error) {
    // Node appends advice on positional arguments, which does not apply here.
    const message = (error instanceof Error ? error.message : String(error)).replace(
      /\. To specify .*$/s,
      '.',
    );
    const [, unknown] = /^Unknown option '--([^']+)'/.exec(message) ?? [];
    const known = [...Object.keys(command.options), 'json', 'help'];
    const likely = unknown === undefined ? [] : likelyNames(unknown, known);
    return message + didYouMean(likely.map((option) => `--${option}`));
  }
}

async function complaintOf(thrown: unknown, isJson: boolean): Promise<string> {
  const error = await withoutStackOfOutage(thrown);
  const isExpected =
    error instanceof UsageError ||
    error instanceof CommandFailed ||
    error instanceof ApiError ||
    error instanceof OperatorError ||
    isDiskFull(error) ||
    isOfFiles(error);
  const message = error instanceof Error ? error.message : String(error);
  if (isJson) return JSON.stringify({ error: message, ...detailsOf(error) });
  return isExpected || !(error instanceof Error) ? message : (error.stack ?? message);
}

/** A database that is away or does not let the command in, as a sentence. What knows it is loaded with the first failure. */
async function withoutStackOfOutage(error: unknown): Promise<unknown> {
  if (isOfFiles(error)) return error;
  const { isOutage } = await import('../platform/database/index.ts');
  if (!isOutage(error)) return error;
  const reason = error instanceof Error ? error.message || error.name : String(error);
  return new OperatorError(`The database cannot be used: ${reason}.`, { cause: error });
}

/** A file or folder that the system does not give, which it says in a sentence with the path. */
function isOfFiles(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && 'path' in error;
}

function detailsOf(error: unknown): object {
  if (error instanceof ApiError) return { code: error.code, ...error.extensions };
  return error instanceof CommandFailed ? { details: error.data } : {};
}
