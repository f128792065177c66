import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { temporaryFolder } from '../testing.ts';
import { outputOfProcess, ProcessKilled, ProcessTooLarge } from './other-process.ts';

const folder = await temporaryFolder('other-process');

function program(name: string, source: string): URL {
  const file = join(folder, `${name}.mjs`);
  writeFileSync(file, source);
  return pathToFileURL(file);
}

const ECHO = program(
  'echo',
  "process.stdin.pipe(process.stdout); process.stdout.write(process.argv[2] ?? '');",
);
const HUNGRY = program(
  'hungry',
  'const kept = []; for (;;) kept.push(Array(1e5).fill(kept.length));',
);
const SLOW = program('slow', "process.stdout.write('begun'); for (;;);");

async function* partsOf(...parts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield Buffer.from(part);
}

type Given = Partial<Parameters<typeof outputOfProcess>[1]>;

async function textOf(source: URL, given: Given = {}): Promise<string> {
  const { signal } = new AbortController();
  const parts: Uint8Array[] = [];
  const options = { input: partsOf(), words: [], heapMb: 50, signal, ...given };
  for await (const part of outputOfProcess(source, options)) parts.push(part);
  return Buffer.concat(parts).toString();
}

test('a program gets the input and the arguments that it is given, and no environment', async () => {
  const large = 'x'.repeat(3_000_000);
  const words = ['hello '];
  assert.equal(await textOf(ECHO, { input: partsOf('a', large, 'z'), words }), `hello a${large}z`);
  const all = program('all', 'process.stdout.write(JSON.stringify(Object.keys(process.env)))');
  assert.equal(await textOf(all), '[]');
});

test('a program that needs too much memory says so, and ends nothing else', async () => {
  await assert.rejects(textOf(HUNGRY), ProcessTooLarge);
});

test('a program that fails is an error, and so is an input that breaks off', async () => {
  await assert.rejects(textOf(program('failing', 'process.exit(3)')), /ended with 3/);
  const killed = program('killed', "process.kill(process.pid, 'SIGKILL')");
  await assert.rejects(textOf(killed), ProcessKilled);
  async function* broken() {
    yield Buffer.from('half');
    throw new Error('The file broke off.');
  }
  await assert.rejects(textOf(ECHO, { input: broken() }), /broke off/);
});

test('a program ends with its signal, and when its reader stops', { timeout: 60_000 }, async () => {
  const controller = new AbortController();
  const { signal } = controller;
  const options = { input: partsOf(), words: [], heapMb: 50, signal };
  const aborted = async () => {
    for await (const _ of outputOfProcess(SLOW, options)) controller.abort();
  };
  await assert.rejects(aborted(), /SIGKILL/);
  await assert.rejects(textOf(SLOW, { signal }), { name: 'AbortError' });
  for await (const part of outputOfProcess(SLOW, {
    ...options,
    signal: new AbortController().signal,
  })) {
    assert.equal(Buffer.from(part).toString(), 'begun');
    break;
  }
});
