import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { graphql } from '../../api/graphql.ts';
import { usePlace } from '../../api/place.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { t } from '../../language.ts';
import { FilteredList } from '../../parts/lists/filtered-list.tsx';
import { countOf, KEEP_EARLIER, pageArguments } from '../../parts/lists/list.tsx';
import { RowLink } from '../../parts/lists/row-link.tsx';
import { PageHead } from '../../parts/page/page-head.tsx';
import { placeName } from '../../parts/texts/country.ts';
import { shortNumber } from '../../parts/texts/format.ts';
import { given } from '../../search.ts';
import { FactorSets } from './sets.tsx';

const FACTORS = graphql(`
  query Factors(
    $filter: EmissionFactorFilter
    $first: Int
    $after: String
    $last: Int
    $before: String
  ) {
    emissionFactors(filter: $filter, first: $first, after: $after, last: $last, before: $before) {
      totalCount
      totalCountIsExact
      nodes { id name geography year co2eKgPerUnit unit source }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
    factorSets { slug title }
  }
`);

const ROUTE = '/app/$organization/$world/factors';

/** The factor library: each value with its source, and the sets that it comes from. */
export function Factors() {
  const place = usePlace();
  const search = useSearch({ from: ROUTE });
  const navigate = useNavigate({ from: ROUTE });
  const { text, geography, unit, set, view } = search;
  const query = useAnswer(
    FACTORS,
    { filter: given({ text, geography, unit, set }), ...pageArguments(search) },
    KEEP_EARLIER,
  );
  return (
    <>
      <PageHead
        title={t('Factors')}
        about={countOf(query.data?.emissionFactors, (count) =>
          t('{count, plural, one {# factor} other {# factors}}', { count }),
        )}
      />
      <nav className="tabs" aria-label={t('Parts of the library')}>
        <Link
          to={ROUTE}
          params={place}
          search={{}}
          activeProps={{}}
          className={view === 'sets' ? undefined : 'active'}
          aria-current={view === 'sets' ? undefined : 'page'}
        >
          {t('Factors')}
        </Link>
        <Link
          to={ROUTE}
          params={place}
          search={{ view: 'sets' }}
          activeProps={{}}
          className={view === 'sets' ? 'active' : undefined}
          aria-current={view === 'sets' ? 'page' : undefined}
        >
          {t('Sets')}
        </Link>
      </nav>
      {view === 'sets' ? (
        <FactorSets />
      ) : (
        <FilteredList
          caption={t('Emission factors')}
          filters={[
            { name: 'text', label: t('Find factors'), placeholder: t('cotton, electricity …') },
            { name: 'geography', label: t('Geography'), placeholder: t('Country or region') },
            { name: 'unit', label: t('Unit'), placeholder: t('kg, kWh …') },
            {
              name: 'set',
              label: t('Set'),
              choices: (query.data?.factorSets ?? []).map(({ slug, title }) => [slug, title]),
            },
          ]}
          search={search}
          onSearch={(next) => void navigate({ search: next })}
          query={query}
          purpose={t('The library names the source of every number that a calculation uses.')}
          connectionOf={(data) => data.emissionFactors}
          columns={[
            {
              head: t('Name'),
              cell: ({ id, name }) => (
                <RowLink place={place} page="factors" id={id}>
                  {name}
                </RowLink>
              ),
            },
            { head: t('Geography'), cell: ({ geography }) => placeName(geography) },
            { head: t('Year'), cell: ({ year }) => year ?? '–' },
            { head: t('Source'), cell: ({ source }) => source },
            {
              head: t('kg CO2e per unit'),
              className: 'end',
              cell: ({ co2eKgPerUnit, unit }) => (
                <span>
                  <span className="strong">{shortNumber(co2eKgPerUnit)}</span> / {unit}
                </span>
              ),
            },
          ]}
        />
      )}
    </>
  );
}
