import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Play, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { graphql } from '../../api/graphql.ts';
import { usePlace } from '../../api/place.ts';
import { request } from '../../api/request.ts';
import { KEEP_TYPED, useAnswer } from '../../api/use-answer.ts';
import { useChange } from '../../api/use-change.ts';
import { rich, t } from '../../language.ts';
import { isBusy, pollWhileBusy } from '../../parts/jobs/busy.ts';
import { KEEP_EARLIER, pageArguments } from '../../parts/lists/list.tsx';
import { Allowed } from '../../parts/page/allowed.tsx';
import { Change } from '../../parts/page/change.tsx';
import { Missing } from '../../parts/page/missing.tsx';
import { TaskFailure } from '../../parts/page/notice.tsx';
import { PageHead } from '../../parts/page/page-head.tsx';
import { PathLink } from '../../parts/page/path-link.tsx';
import { QueryView } from '../../parts/page/query-view.tsx';
import { StateChip } from '../../parts/page/state-chip.tsx';
import { useSentences } from '../../parts/service-text/translate.ts';
import { dayOf, labelled, wordsOf } from '../../parts/texts/format.ts';
import { CatalogueOutcome, CatalogueProgress } from './catalogue.tsx';
import { Changes } from './changes.tsx';
import { RUN, SCENARIO, type Scenario } from './document.ts';
import { ScenarioOutcome } from './outcome.tsx';
import { Spread } from './spread.tsx';
import { Target } from './target.tsx';

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

const ROUTE = '/app/$organization/$world/scenarios/$id';

/** One scenario: its changes as sentences, and the difference that they make. */
export function ScenarioPage() {
  useSentences();
  const place = usePlace();
  const { id } = useParams({ from: ROUTE });
  const search = useSearch({ from: ROUTE });
  const navigate = useNavigate();
  const query = useAnswer(
    SCENARIO,
    { id, ...pageArguments(search) },
    {
      ...KEEP_EARLIER,
      ...KEEP_TYPED,
      refetchInterval: ({ state: { data } }) => pollWhileBusy(data?.scenario),
    },
  );
  const task = useChange((work: () => Promise<unknown>) => work());
  const [earlier, setEarlier] = useState<{
    readonly version: number;
    readonly difference: number;
  }>();
  const run = () => task.run(() => request(place, RUN, { input: { id } }));
  const remove = async () => {
    await request(place, DELETE, { input: { id } });
    await navigate({ to: '/app/$organization/$world/scenarios', params: place });
  };
  return (
    <QueryView
      query={query}
      purpose={t('A scenario changes a product on paper and shows the difference with its range.')}
    >
      {({ scenario }) =>
        scenario === null ? (
          <Missing>{t('This scenario does not exist, or not in this environment.')}</Missing>
        ) : (
          <>
            <PageHead
              title={scenario.name}
              about={
                <span className="row">
                  <StateChip state={scenario.state} />
                  <span>
                    <Subject scenario={scenario} />
                  </span>
                </span>
              }
              path={
                <PathLink to="/app/$organization/$world/scenarios" params={place}>
                  {t('Scenarios')}
                </PathLink>
              }
            >
              <Allowed permission="SCENARIOS_WRITE" tier="GROWTH">
                {isBusy(scenario.state) ? (
                  <button
                    type="button"
                    disabled={task.isRunning}
                    onClick={() => void task.run(() => request(place, CANCEL, { input: { id } }))}
                  >
                    {t('Cancel the run')}
                  </button>
                ) : (
                  <>
                    <button
                      type="button"
                      className="main"
                      disabled={task.isRunning}
                      onClick={() => void run()}
                    >
                      <Play /> {t('Run')}
                    </button>
                    <button
                      type="button"
                      className="danger"
                      disabled={task.isRunning}
                      onClick={() => void task.run(remove)}
                    >
                      <Trash2 /> {t('Delete')}
                    </button>
                  </>
                )}
              </Allowed>
            </PageHead>
            <TaskFailure task={task} />
            {isBusy(scenario.state) && (
              <p role="status">
                {t('The scenario is being calculated. You can leave this page and come back.')}
              </p>
            )}
            {scenario.state === 'STALE' && (
              <div className="notice warn">
                <p>
                  {t(
                    'The result is older than a change ({reason}). Run the scenario again to see it with the present data.',
                    { reason: wordsOf(scenario.staleReason ?? '') },
                  )}
                </p>
              </div>
            )}
            {scenario.error !== null && (
              <div className="notice danger">
                <p>{t('The last run failed: {error}', { error: scenario.error })}</p>
              </div>
            )}
            {scenario.catalogue !== null && isBusy(scenario.state) && (
              <CatalogueProgress catalogue={scenario.catalogue} />
            )}
            <Changes
              key={scenario.version}
              scenario={scenario}
              onRun={() => {
                setEarlier(
                  scenario.result === null
                    ? undefined
                    : { version: scenario.version, difference: scenario.result.total.difference },
                );
                return run();
              }}
            />
            {scenario.result !== null && (
              <>
                {earlier !== undefined && earlier.version < scenario.version && (
                  <p className="notice">
                    {rich('Before your edit: {change}. Now:', {
                      change: <Change difference={earlier.difference} />,
                    })}{' '}
                    <Change difference={scenario.result.total.difference} />
                  </p>
                )}
                <ScenarioOutcome result={scenario.result} overrides={scenario.overrides} />
                {scenario.result.target !== null && (
                  <Target target={scenario.result.target} overrides={scenario.overrides} />
                )}
                {scenario.result.catalogue === null ? (
                  <Spread result={scenario.result} overrides={scenario.overrides} />
                ) : (
                  <CatalogueOutcome
                    catalogue={scenario.result.catalogue}
                    onPage={(page) => void navigate({ from: ROUTE, to: '.', search: page })}
                  />
                )}
              </>
            )}
          </>
        )
      }
    </QueryView>
  );
}

function Subject({
  scenario: { product, supplyChain, order, calculation, catalogue },
}: {
  readonly scenario: Scenario;
}) {
  const place = usePlace();
  if (catalogue !== null) return <>{filterSentence(catalogue.filter)}</>;
  const pinned =
    calculation === null ? null : (
      <> {t('as calculated on {createdAt}', { createdAt: dayOf(calculation.createdAt) })}</>
    );
  if (product !== null)
    return (
      <>
        <Link to="/app/$organization/$world/products/$id" params={{ ...place, id: product.id }}>
          {product.name}
        </Link>
        {pinned}
      </>
    );
  if (order !== null)
    return (
      <>
        <Link to="/app/$organization/$world/orders/$id" params={{ ...place, id: order.id }}>
          {order.externalId ?? t('Order')}
        </Link>
        {pinned}
      </>
    );
  if (supplyChain === null) return null;
  return (
    <>
      <Link
        to="/app/$organization/$world/supply-chains/$id"
        params={{ ...place, id: supplyChain.id }}
      >
        {supplyChain.name}
      </Link>
      {pinned}
    </>
  );
}

/** The filter of a catalogue: "All products", or "Products with text: cotton". */
function filterSentence(filter: unknown): string {
  const conditions = Object.entries(Object(filter));
  if (conditions.length === 0) return t('All products');
  return t('Products with {conditions}', {
    conditions: conditions.map(([name, value]) => labelled(name, String(value))).join(', '),
  });
}
