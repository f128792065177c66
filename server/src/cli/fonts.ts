import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readConfig } from '../config.ts';
import {
  FONT_WEIGHTS,
  FONTS,
  type FontScript,
  fontFileName,
  isFontInstalled,
} from '../platform/fonts.ts';
import { OperatorError } from '../platform/operator-error.ts';
import type { Command, Result } from './command.ts';

export const fontCommands: Readonly<Record<string, Command>> = {
  'fonts install': {
    summary:
      'Puts the fonts of the scripts of TRACKWAY_FONTS below TRACKWAY_DATA, for assets in Arabic, Hebrew, Japanese, Chinese and Korean. The files come from npm and are compared with the checksums of this version; those that are there already are kept.',
    positionals: [],
    options: {},
    run: installFonts,
  },
};

async function installFonts(): Promise<Result> {
  const { folder, scripts } = readConfig().fonts;
  if (scripts.length === 0) {
    throw new OperatorError('TRACKWAY_FONTS is not set: it names the scripts to install.');
  }
  await mkdir(folder, { recursive: true });
  const installed: FontScript[] = [];
  for (const script of scripts) {
    if (await isFontInstalled(folder, script)) continue;
    await installFont(folder, script);
    installed.push(script);
  }
  const text =
    installed.length === 0
      ? `All fonts are in ${folder} already.`
      : `Installed in ${folder}: ${installed.join(', ')}.`;
  return { text, data: { folder, scripts, installed } };
}

const run = promisify(execFile);

/** Unpacks the files into a folder of their own first, so that a half-written one is never seen. */
async function installFont(folder: string, script: FontScript): Promise<void> {
  const { source } = FONTS[script];
  const draft = await mkdtemp(join(folder, 'draft-'));
  const unpacked = join(draft, 'package', 'files');
  const names = FONT_WEIGHTS.map((weight) => fontFileName(script, weight));
  try {
    const { stdout } = await run('npm', ['pack', source, '--silent', '--pack-destination', draft]);
    const members = names.map((name) => `package/files/${name}`);
    await run('tar', ['-xzf', join(draft, stdout.trim()), '-C', draft, ...members]);
    if (!(await isFontInstalled(unpacked, script))) {
      throw new OperatorError(`The files of ${source} do not have the checksums of this version.`);
    }
    for (const name of names) await rename(join(unpacked, name), join(folder, name));
  } catch (error) {
    if (error instanceof OperatorError || !(error instanceof Error)) throw error;
    throw new OperatorError(
      `${source} could not be fetched by npm (${error.message.split('\n')[0]}). Without a network, put ${names.join(' and ')} of that package into ${folder}.`,
    );
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}
