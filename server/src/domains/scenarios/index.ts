import './graphql.ts';
import './mutations-graphql.ts';
import './queries-graphql.ts';
import './suggestions-graphql.ts';

import { comparisonTask } from './compare.ts';
import { scenarioTask } from './run.ts';
import { suggestionsTask } from './suggestions.ts';

export { scenarioHandler } from './run.ts';
export { SCENARIO_JOB } from './service.ts';

/** The work of scenarios that threads of the pool do. */
export const scenarioTasks = [scenarioTask, comparisonTask, suggestionsTask];
