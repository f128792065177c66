import type { TenantDb } from '../../platform/database/index.ts';
import { Task, type Tools } from '../../rules/jobs/compute.ts';
import { type FactorFormat, type ImportOptions, readFactorFile } from './import/index.ts';
import { pagesOf } from './import/pages.ts';

type FileInput = {
  readonly format: FactorFormat;
  /** Text, or a file as base64. */
  readonly content: string;
  readonly isBase64: boolean;
  readonly options: ImportOptions;
};

/** Reads a file of factors that came with a request; gives pages of its rows. */
export const readFactorsTask = new Task(
  'read factors',
  async (_tools: Tools, _tenant: TenantDb, { format, content, isBase64, options }: FileInput) => {
    const bytes = Buffer.from(content, isBase64 ? 'base64' : 'utf8');
    return Array.fromAsync(pagesOf(readFactorFile(format, once(bytes), options)));
  },
);

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
