import type { JobHandler } from '../../../platform/jobs/index.ts';
import type { Trust } from '../../trust/index.ts';
import { CATALOGUE_JOB, draftModels } from './catalogue.ts';
import { draftItems, ITEMS_JOB } from './items.ts';
import { PUBLICATION_JOB, publishDrafts } from './publication.ts';

/** The jobs of passports, by kind. */
export function dppHandlers(trust: Trust): ReadonlyMap<string, JobHandler> {
  return new Map([
    [ITEMS_JOB, draftItems],
    [CATALOGUE_JOB, draftModels],
    [PUBLICATION_JOB, publishDrafts(trust)],
  ]);
}
