import { query } from '../../platform/database/index.ts';
import { inTurns } from '../../platform/jobs/index.ts';

const BATCH = 1_000;

/** Makes results of scenarios stale that a change has left: the change itself marks the first hundred. */
export const markScenarios = inTurns({
  name: 'marking results of scenarios as stale',
  table: 'scenario_changes',
  id: 'id',
  turn: 'worked_at',
  page: ({ db, scope: { organizationId, environment } }, { id }) =>
    query(db, 'select mark_changed_scenarios($1, $2, $3, $4)', [
      organizationId,
      environment,
      id,
      BATCH,
    ]),
});
