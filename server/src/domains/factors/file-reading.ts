import { JobError } from '../../platform/jobs/index.ts';
import {
  outputOfProcess,
  ProcessKilled,
  ProcessTooLarge,
} from '../../platform/process/other-process.ts';
import type { ReadRow } from './import/index.ts';
import { rowsOfPages } from './import/pages.ts';
import { linesOf } from './import/text-lines.ts';
import { type ImportSettings, settingsJson } from './import-settings.ts';

const PROGRAM = new URL('reading-process.ts', import.meta.url);
/** Ten times the texts that a file of several data sets may have. */
const HEAP_MB = 512;
const KILLED =
  'The process that reads the file was ended from outside, mostly because the machine has too little memory: begin the import again, or import the file in parts.';

type Upload = {
  readonly settings: ImportSettings;
  readonly file: AsyncIterable<Uint8Array>;
  readonly signal: AbortSignal;
  readonly heapMb?: number;
};

/** One at a time of a service: each may take half a gigabyte. */
let lastRead: Promise<unknown> = Promise.resolve();

/** The rows of an uploaded file of factors. It is read in a process of its own, whose end frees all that it took. */
export async function* readUpload({
  settings,
  file,
  signal,
  heapMb = HEAP_MB,
}: Upload): AsyncGenerator<ReadRow> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const before = lastRead;
  lastRead = promise;
  try {
    await before;
    const { format, options } = settingsJson(settings);
    const words = [JSON.stringify({ format, options })];
    const output = outputOfProcess(PROGRAM, { words, input: file, heapMb, signal });
    yield* rowsOfPages(linesOf(output));
  } catch (error) {
    // The whole import fails: a partial one (`isPartial`) would take the rows up to there for all.
    if (error instanceof ProcessKilled) throw new JobError(KILLED);
    if (!(error instanceof ProcessTooLarge)) throw error;
    const message = `The file needs more than ${heapMb} MB of memory to be read: import it in parts.`;
    yield { problem: { line: 0, message } };
  } finally {
    resolve();
  }
}
