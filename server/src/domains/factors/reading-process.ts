import { once } from 'node:events';
import { lowerPriority } from '../../platform/process/lower-priority.ts';
import { readFactorFile } from './import/index.ts';
import { pagesOf } from './import/pages.ts';
import { readSettings } from './import-settings.ts';

/**
 * The program of a process of its own: it reads a file of factors from its standard input, and writes pages of its rows to its
 * standard output, a line of JSON each. Archives of the field have tens of megabytes, and are held whole.
 */

/** Somewhat below the service and the database, when the cores are busy. */
const STEPS_BELOW = 5;

lowerPriority(STEPS_BELOW);
const [settings = '{}'] = process.argv.slice(2);
const { format, options } = readSettings(JSON.parse(settings));
for await (const page of pagesOf(readFactorFile(format, process.stdin, options))) {
  if (!process.stdout.write(`${page}\n`)) await once(process.stdout, 'drain');
}
