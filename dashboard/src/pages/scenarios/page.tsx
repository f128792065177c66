import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { Play, Trash2 } from 'lucide-react';
import { request } from '../../api.ts';
import { graphql, type ResultOf } from '../../graphql.ts';
import { FailureNotice } from '../../parts/notice.tsx';
import { overrideSentence } from '../../parts/override.ts';
import { PageHead } from '../../parts/page-head.tsx';
import { Panel } from '../../parts/panel.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { StateChip } from '../../parts/state-chip.tsx';
import { usePlace } from '../../place.ts';
import { useTask } from '../../use-task.ts';
import { ScenarioOutcome } from './outcome.tsx';

const SCENARIO = graphql(`
  query ScenarioPage($id: ID!) {
    scenario(id: $id) {
      id name description state staleReason error completedAt
      product { id name }
      supplyChain { id name }
      overrides { op name select change cost }
      result {
        cost costPerTonne interactionCo2eKg
        total { baseline outcome difference share }
        phases { phase baseline outcome difference }
        burdenShifts { category unit baseline outcome difference share }
        levers { name op stepCo2eKg aloneCo2eKg cost costPerTonne }
        comparison { lowCo2eKg highCo2eKg medianCo2eKg probabilityBelow probabilityAbove iterations }
        baseline { id createdAt }
      }
    }
  }
`);

const RUN = graphql(`
  mutation RunScenario($input: RunScenarioInput!) {
    runScenario(input: $input) { scenario { id } }
  }
`);
const CANCEL = graphql(`
  mutation CancelScenario($input: CancelScenarioInput!) {
    cancelScenario(input: $input) { scenario { id } }
  }
`);
const DELETE = graphql(`
  mutation DeleteScenario($input: DeleteScenarioInput!) {
    deleteScenario(input: $input) { deletedScenarioId }
  }
`);

export type Scenario = NonNullable<ResultOf<typeof SCENARIO>['scenario']>;

const POLL_MS = 1_000;
const isBusy = (state: string) => state === 'QUEUED' || state === 'RUNNING';

/** One scenario: its changes as sentences, and the difference that they make. */
export function ScenarioPage() {
  const place = usePlace();
  const { id } = useParams({ from: '/app/$organization/$world/scenarios/$id' });
  const navigate = useNavigate();
  const queries = useQueryClient();
  const query = useQuery({
    queryKey: [place, 'scenario', id],
    queryFn: () => request(place, SCENARIO, { id }),
    refetchInterval: ({ state: { data } }) =>
      data?.scenario != null && isBusy(data.scenario.state) ? POLL_MS : false,
  });
  const { run, isRunning, error } = useTask(async (work: () => Promise<unknown>) => {
    await work();
    await queries.invalidateQueries({ queryKey: [place] });
  });
  const remove = async () => {
    await request(place, DELETE, { input: { id } });
    await navigate({ to: '/app/$organization/$world/scenarios', params: place });
  };
  return (
    <QueryView
      query={query}
      purpose="A scenario changes a product on paper and shows the difference with its range."
    >
      {({ scenario }) =>
        scenario === null ? (
          <p>This scenario does not exist, or not in this environment.</p>
        ) : (
          <>
            <PageHead
              title={scenario.name}
              about={<Subject scenario={scenario} />}
              path={
                <>
                  <Link to="/app/$organization/$world/scenarios" params={place}>
                    Scenarios
                  </Link>{' '}
                  / {scenario.name}
                </>
              }
            >
              {isBusy(scenario.state) ? (
                <button
                  type="button"
                  disabled={isRunning}
                  onClick={() => void run(() => request(place, CANCEL, { input: { id } }))}
                >
                  Cancel the run
                </button>
              ) : (
                <>
                  <button
                    type="button"
                    className="main"
                    disabled={isRunning}
                    onClick={() => void run(() => request(place, RUN, { input: { id } }))}
                  >
                    <Play size={18} strokeWidth={1.6} aria-hidden /> Run
                  </button>
                  <button
                    type="button"
                    className="danger"
                    disabled={isRunning}
                    onClick={() => void run(remove)}
                  >
                    <Trash2 size={18} strokeWidth={1.6} aria-hidden /> Delete
                  </button>
                </>
              )}
            </PageHead>
            {error !== undefined && <FailureNotice error={error} />}
            <p className="row">
              <StateChip state={scenario.state} />
              {scenario.staleReason !== null && (
                <span>
                  The result is older than a change ({scenario.staleReason}). Run it again.
                </span>
              )}
              {isBusy(scenario.state) && (
                <span role="status">
                  The scenario is being calculated. You can leave this page and come back.
                </span>
              )}
            </p>
            {scenario.error !== null && (
              <div className="notice danger">
                <p>The last run failed: {scenario.error}</p>
              </div>
            )}
            <Panel title="Changes" note={`${scenario.overrides.length} in this order`}>
              <ol className="list">
                {scenario.overrides.map((override, index) => (
                  <li key={index}>{overrideSentence(override)}</li>
                ))}
              </ol>
            </Panel>
            {scenario.result !== null && (
              <ScenarioOutcome result={scenario.result} overrides={scenario.overrides} />
            )}
          </>
        )
      }
    </QueryView>
  );
}

function Subject({ scenario: { product, supplyChain } }: { readonly scenario: Scenario }) {
  const place = usePlace();
  if (product !== null)
    return (
      <Link to="/app/$organization/$world/products/$id" params={{ ...place, id: product.id }}>
        {product.name}
      </Link>
    );
  if (supplyChain === null) return null;
  return (
    <Link
      to="/app/$organization/$world/supply-chains/$id"
      params={{ ...place, id: supplyChain.id }}
    >
      {supplyChain.name}
    </Link>
  );
}
