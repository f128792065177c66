import './attention.ts';
import './catalogue-graphql.ts';
import './graphql.ts';
import './mutations-graphql.ts';
import './queries-graphql.ts';
import './suggestions-graphql.ts';

import { catalogueSliceTask } from './catalogue-slice.ts';
import { comparisonTask } from './compare.ts';
import { scenarioTask } from './single-run.ts';
import { suggestionsTask } from './suggestions.ts';

export { cleanupHandler } from './catalogue-run.ts';
export { markScenarios } from './changes.ts';
export type { StoredScenario } from './model.ts';
export { scenarioHandler } from './run.ts';
export { SCENARIO_CLEANUP_JOB, SCENARIO_JOB } from './service.ts';
export { scenarios } from './store.ts';

/** The work of scenarios that threads of the pool do. */
export const scenarioTasks = [scenarioTask, catalogueSliceTask, comparisonTask, suggestionsTask];
