import assert from 'node:assert/strict';
import { mkdtemp, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { StaticFiles } from './static-files.ts';

test('a file that a build replaces is read again; others are read once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'static-'));
  try {
    const files = new StaticFiles(folder);
    const mark = join(folder, 'mark.svg');
    assert.equal(await files.at('mark.svg'), undefined);
    await writeFile(mark, '<svg/>');
    const first = await files.at('mark.svg');
    assert.equal(first?.plain.toString(), '<svg/>');
    assert.equal(await files.at('mark.svg'), first);
    await writeFile(join(folder, 'built'), '<svg>new</svg>');
    await utimes(join(folder, 'built'), 1, 1);
    await rename(join(folder, 'built'), mark);
    assert.equal((await files.at('mark.svg'))?.plain.toString(), '<svg>new</svg>');
  } finally {
    await rm(folder, { recursive: true });
  }
});
