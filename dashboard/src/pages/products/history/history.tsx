import { useNavigate, useSearch } from '@tanstack/react-router';
import { graphql } from '../../../api/graphql.ts';
import { useAnswer } from '../../../api/use-answer.ts';
import { t } from '../../../language.ts';
import { KEEP_EARLIER, ListPanel, pageArguments } from '../../../parts/lists/list.tsx';
import { QueryView } from '../../../parts/page/query-view.tsx';
import { NewScenario } from '../../../parts/scenarios/new-scenario.tsx';
import { exactMomentOf, figure, inSentence, wordsOf } from '../../../parts/texts/format.ts';
import { CompareResults } from './compare-results.tsx';
import { ReplayCheck } from './replay-check.tsx';

const HISTORY = graphql(`
  query ProductHistory(
    $filter: CalculationFilter
    $first: Int
    $after: String
    $last: Int
    $before: String
  ) {
    calculations(filter: $filter, first: $first, after: $after, last: $last, before: $before) {
      totalCount
      totalCountIsExact
      nodes { id createdAt detail co2eKg engineVersion full { boundary } }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }
`);

const ROUTE = '/app/$organization/$world/products/$id';

/** Results of a product, newest first, without those of its scenarios; two of them are compared. */
export function HistoryTab({ productId }: { readonly productId: string }) {
  const search = useSearch({ from: ROUTE });
  const navigate = useNavigate({ from: ROUTE });
  const chosen = (search.compare ?? '').split(',').filter((id) => id !== '');
  const filter = { productId, isOfScenario: false };
  const query = useAnswer(HISTORY, { filter, ...pageArguments(search) }, KEEP_EARLIER);
  const choose = (id: string, isChosen: boolean) => {
    // The two that were chosen last are compared.
    const next = isChosen ? [...chosen, id].slice(-2) : chosen.filter((each) => each !== id);
    void navigate({
      search: (old) => {
        const { compare: _old, ...rest } = old;
        return next.length === 0 ? rest : { ...rest, compare: next.join(',') };
      },
      replace: true,
    });
  };
  const [first, second] = chosen;
  return (
    <>
      {first !== undefined && second !== undefined && <CompareResults ids={[first, second]} />}
      <QueryView query={query} purpose={t('Every result of a product stays as it was calculated.')}>
        {({ calculations }) => (
          <ListPanel
            caption={t('Results of the product')}
            connection={calculations}
            empty={<p>{t('This product was not calculated yet.')}</p>}
            onPage={(page) => void navigate({ search: { tab: 'history', ...page } })}
            columns={[
              {
                head: t('Compare'),
                cell: ({ id, createdAt }) => (
                  <input
                    type="checkbox"
                    aria-label={t('Compare the result of {createdAt}', {
                      createdAt: exactMomentOf(createdAt),
                    })}
                    checked={chosen.includes(id)}
                    onChange={({ target }) => choose(id, target.checked)}
                  />
                ),
              },
              { head: t('Calculated'), cell: ({ createdAt }) => exactMomentOf(createdAt) },
              {
                head: t('Detail'),
                cell: ({ detail, full }) =>
                  full === null
                    ? wordsOf(detail)
                    : `${wordsOf(detail)}, ${inSentence(wordsOf(full.boundary))}`,
              },
              { head: t('Engine'), cell: ({ engineVersion }) => engineVersion ?? '–' },
              {
                head: t('Check'),
                cell: ({ id, createdAt }) => (
                  <ReplayCheck id={id} name={exactMomentOf(createdAt)} />
                ),
              },
              {
                head: t('What if'),
                cell: ({ id, createdAt }) => (
                  <NewScenario
                    name={t('What if, against the result of {createdAt}', {
                      createdAt: exactMomentOf(createdAt),
                    })}
                    subject={{ calculationId: id }}
                    label={t('New scenario against the result of {createdAt}', {
                      createdAt: exactMomentOf(createdAt),
                    })}
                  />
                ),
              },
              {
                head: 'kg CO2e',
                className: 'end',
                cell: ({ co2eKg }) => (
                  <span className="strong">{co2eKg === null ? '–' : figure(co2eKg)}</span>
                ),
              },
            ]}
          />
        )}
      </QueryView>
    </>
  );
}
