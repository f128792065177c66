import { useNavigate } from '@tanstack/react-router';
import { graphql, type VariablesOf } from '../../api/graphql.ts';
import { usePlace } from '../../api/place.ts';
import { request } from '../../api/request.ts';
import { type Task, useTask } from '../../api/use-task.ts';
import { CREATE_SCENARIO } from './override-input.ts';

const RUN = graphql(`
  mutation RunNewScenario($input: RunScenarioInput!) {
    runScenario(input: $input) { scenario { id } }
  }
`);

/** Makes a scenario, runs it and opens its page. */
export function useRunNew(): Task<VariablesOf<typeof CREATE_SCENARIO>['input']> {
  const place = usePlace();
  const navigate = useNavigate();
  return useTask(async (input) => {
    const { createScenario } = await request(place, CREATE_SCENARIO, { input });
    const id = createScenario?.scenario?.id;
    if (id === undefined) return;
    await request(place, RUN, { input: { id } });
    await navigate({ to: '/app/$organization/$world/scenarios/$id', params: { ...place, id } });
  });
}
