import { isInputType } from 'graphql';
import { bulkHandlers } from './domains/bulk/index.ts';
import { CATALOGUE_JOB, catalogueHandler } from './domains/calculations/index.ts';
import type { Services } from './graphql/context.ts';
import type { Files } from './platform/files.ts';
import type { JobHandler } from './platform/jobs/index.ts';
import { schema } from './schema.ts';

/** Every kind of long work, with who does it. */
export function jobHandlers({ factors, engine, bulk }: Services): ReadonlyMap<string, JobHandler> {
  return new Map([
    [CATALOGUE_JOB, catalogueHandler(factors, engine)],
    ...bulkJobHandlers(bulk.files),
  ]);
}

/** Imports and exports: rows of files follow the input types of the schema. */
export function bulkJobHandlers(files: Files): ReadonlyMap<string, JobHandler> {
  return bulkHandlers({
    files,
    inputTypeNamed: (name) => {
      const type = schema.getType(name);
      if (!isInputType(type)) throw new Error(`The schema has no input type ${name}.`);
      return type;
    },
  });
}
