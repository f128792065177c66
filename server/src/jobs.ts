import { CATALOGUE_JOB, catalogueHandler } from './domains/calculations/index.ts';
import type { Services } from './graphql/context.ts';
import type { JobHandler } from './platform/jobs/index.ts';

/** Every kind of long work, with who does it. */
export function jobHandlers({ factors, engine }: Services): ReadonlyMap<string, JobHandler> {
  return new Map([[CATALOGUE_JOB, catalogueHandler(factors, engine)]]);
}
