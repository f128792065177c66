import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { graphql } from '../../api/graphql.ts';
import { usePlace } from '../../api/place.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { rich, t } from '../../language.ts';
import { FilteredList } from '../../parts/lists/filtered-list.tsx';
import { countOf, KEEP_EARLIER, pageArguments } from '../../parts/lists/list.tsx';
import { RowLink } from '../../parts/lists/row-link.tsx';
import { Allowed } from '../../parts/page/allowed.tsx';
import { Change } from '../../parts/page/change.tsx';
import { PageHead } from '../../parts/page/page-head.tsx';
import { StateChip } from '../../parts/page/state-chip.tsx';
import { choicesOf, sinceOf } from '../../parts/texts/format.ts';
import { given } from '../../search.ts';
import { AddCatalogueScenario } from './add-catalogue.tsx';
import { FirstLevers } from './first-levers.tsx';

const SCENARIOS = graphql(`
  query Scenarios($filter: ScenarioFilter, $first: Int, $after: String, $last: Int, $before: String) {
    scenarios(filter: $filter, first: $first, after: $after, last: $last, before: $before) {
      totalCount
      totalCountIsExact
      nodes {
        id name state updatedAt
        product { id name }
        supplyChain { id name }
        order { id externalId }
        catalogue { filter }
        result { total { difference share } }
      }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }
`);

const ROUTE = '/app/$organization/$world/scenarios';
const STATES = ['DRAFT', 'QUEUED', 'RUNNING', 'COMPLETED', 'FAILED', 'STALE', 'CANCELLED'] as const;
const MOST_COMPARED = 10;

/** Scenarios, newest first; two to ten results are compared. */
export function Scenarios() {
  const place = usePlace();
  const search = useSearch({ from: ROUTE });
  const navigate = useNavigate({ from: ROUTE });
  const [isAdding, setAdding] = useState(false);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const state = STATES.find((each) => each === search.state);
  const query = useAnswer(
    SCENARIOS,
    { filter: given({ state: state && [state] }), ...pageArguments(search) },
    KEEP_EARLIER,
  );
  return (
    <>
      <PageHead
        title={t('Scenarios')}
        about={countOf(query.data?.scenarios, (count) =>
          t('{count, plural, one {# scenario} other {# scenarios}}', { count }),
        )}
      >
        <Allowed permission="SCENARIOS_WRITE" tier="GROWTH">
          <button type="button" onClick={() => setAdding(true)}>
            <Plus /> {t('Catalogue scenario')}
          </button>
        </Allowed>
        {chosen.length >= 2 && (
          <Link
            className="button main"
            to="/app/$organization/$world/scenarios/compare"
            params={place}
            search={{ ids: chosen.join(',') }}
          >
            {t('Compare {count}', { count: chosen.length })}
          </Link>
        )}
      </PageHead>
      <FilteredList
        caption={t('Scenarios')}
        filters={[{ name: 'state', label: t('State'), choices: choicesOf(STATES) }]}
        search={search}
        onSearch={(next) => void navigate({ search: next })}
        query={query}
        purpose={t(
          'A scenario changes a product on paper and shows the difference with its range.',
        )}
        connectionOf={(data) => data.scenarios}
        empty={rich(
          'There are no scenarios here. Open a product, choose its levers and run them as a scenario: <link>Products</link>',
          {
            link: (text) => (
              <Link to="/app/$organization/$world/products" params={place}>
                {text}
              </Link>
            ),
          },
        )}
        start={
          <Allowed permission="SCENARIOS_WRITE" tier="GROWTH">
            <FirstLevers />
          </Allowed>
        }
        columns={[
          {
            head: t('Compare'),
            cell: ({ id, name, result }) => (
              <input
                type="checkbox"
                aria-label={t('Compare {name}', { name })}
                disabled={
                  result === null || (chosen.length >= MOST_COMPARED && !chosen.includes(id))
                }
                checked={chosen.includes(id)}
                onChange={({ target }) =>
                  setChosen(target.checked ? [...chosen, id] : chosen.filter((each) => each !== id))
                }
              />
            ),
          },
          {
            head: t('Name'),
            className: 'named',
            cell: ({ id, name }) => (
              <RowLink place={place} page="scenarios" id={id}>
                {name}
              </RowLink>
            ),
          },
          {
            head: t('Of'),
            cell: ({ product, supplyChain, order, catalogue }) => {
              if (order !== null) return order.externalId ?? t('Order');
              return (
                product?.name ?? supplyChain?.name ?? (catalogue === null ? '–' : t('Catalogue'))
              );
            },
          },
          { head: t('State'), cell: (row) => <StateChip state={row.state} /> },
          { head: t('Changed'), className: 'when', cell: ({ updatedAt }) => sinceOf(updatedAt) },
          {
            head: t('Difference'),
            className: 'end',
            cell: ({ result }) =>
              result === null ? (
                '–'
              ) : (
                <Change difference={result.total.difference} share={result.total.share} />
              ),
          },
        ]}
      />
      {isAdding && <AddCatalogueScenario onClose={() => setAdding(false)} />}
    </>
  );
}
