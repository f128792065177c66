import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseArgs } from 'node:util';
import type { Command } from '../../server/src/cli/command.ts';
import { commands } from '../../server/src/cli/commands.ts';
import { configVariables } from '../../server/src/config.ts';

/** Every command line that a page shows is one of `bin/trackway`, with options that it has, and every setting exists. */

const ROOT = join(import.meta.dirname, '../..');
/** In a block or a code span, with settings in front; also as the end of a command of a container. */
const SHOWN =
  /(?:^ *|`|-- |exec trackway )(?:[A-Z_]+=\S+ )*(?:bin\/|\/opt\/trackway\/bin\/)?trackway (?<line>[a-z-][^`\n]*)/gm;
const WORD = /'[^']*'|"[^"]*"|\S+/g;

type ShownCommand = { readonly place: string; readonly words: readonly string[] };

const pages = ['README.md', 'sdk/README.md', ...globSync('docs/**/*.md', { cwd: ROOT })].filter(
  (page) => !page.startsWith('docs/decisions/'),
);
const shown = pages.flatMap(commandsOf);
const all = await commands();

function commandsOf(page: string): ShownCommand[] {
  const text = readFileSync(join(ROOT, page), 'utf8').replaceAll(/ \\\n\s*/g, ' ');
  return [...text.matchAll(SHOWN)].map(({ index, groups }) => ({
    place: `${page}:${text.slice(0, index).split('\n').length}`,
    words: groups?.['line']?.match(WORD) ?? [],
  }));
}

function commandOf(words: readonly string[]): { command: Command; rest: string[] } | undefined {
  for (const length of [2, 1]) {
    const command = all.get(words.slice(0, length).join(' '));
    if (command !== undefined) return { command, rest: words.slice(length) };
  }
  return undefined;
}

test('the commands of all pages exist, with their options and arguments', () => {
  assert.ok(shown.length > 55, `${shown.length} commands`);
  for (const { place, words } of shown) {
    const found = commandOf(words);
    if (found === undefined) {
      assert.match(words[0] ?? '', /^--/, `${place}: there is no command ${words.join(' ')}`);
      continue;
    }
    const { command, rest } = found;
    const options = { ...command.options, json: { type: 'boolean' } } as const;
    const { positionals } = parseArgs({ args: rest, options, allowPositionals: true });
    const given = positionals.filter((word) => word !== '…');
    assert.ok(given.length <= command.positionals.length, `${place}: ${given.join(' ')}`);
  }
});

const SETTING = /\b(?:TRACKWAY|S3|SMTP|WEBHOOK|OTEL|DATABASE|REDIS|METRICS|LOG)_[A-Z_]*[A-Z]\b/g;
/** Of the receiver that the guide of webhooks shows. */
const OF_READERS = 'WEBHOOK_SECRET';

test('the settings that pages name exist', () => {
  const known = new Set([OF_READERS, ...configVariables().map(({ name }) => name)]);
  const unknown = pages.flatMap((page) =>
    [...readFileSync(join(ROOT, page), 'utf8').matchAll(SETTING)]
      .filter(([name]) => !known.has(name))
      .map(([name]) => `${page}: ${name}`),
  );
  assert.deepEqual(unknown, []);
});
