import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { request } from '../../api.ts';
import { graphql } from '../../graphql.ts';
import { ChoiceFilter, Filters, TextFilter } from '../../parts/filters.tsx';
import { figure } from '../../parts/format.ts';
import { countOf, ListPanel, pageArguments } from '../../parts/list.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { usePlace } from '../../place.ts';
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
const FILTERS = ['text', 'geography', 'unit', 'set'] as const;

/** The factor library: each value with its source, and the sets that it comes from. */
export function Factors() {
  const place = usePlace();
  const search = useSearch({ from: ROUTE });
  const navigate = useNavigate({ from: ROUTE });
  const { after: _after, before: _before, view, ...filters } = search;
  const query = useQuery({
    queryKey: [place, 'factors', search],
    queryFn: () => request(place, FACTORS, { filter: filters, ...pageArguments(search) }),
    placeholderData: keepPreviousData,
    enabled: view !== 'sets',
  });
  return (
    <>
      <PageHead
        title="Factors"
        about={view === 'sets' ? ' ' : countOf(query.data?.emissionFactors, 'factor')}
      />
      <nav className="tabs" aria-label="Parts of the library">
        <Link
          to={ROUTE}
          params={place}
          search={{}}
          activeProps={{}}
          className={view === 'sets' ? undefined : 'active'}
          aria-current={view === 'sets' ? undefined : 'page'}
        >
          Factors
        </Link>
        <Link
          to={ROUTE}
          params={place}
          search={{ view: 'sets' }}
          activeProps={{}}
          className={view === 'sets' ? 'active' : undefined}
          aria-current={view === 'sets' ? 'page' : undefined}
        >
          Sets
        </Link>
      </nav>
      {view === 'sets' ? (
        <FactorSets />
      ) : (
        <>
          <Filters
            label="Filter factors"
            keys={FILTERS}
            current={filters}
            onFilter={(next) => void navigate({ search: next })}
          >
            <TextFilter
              name="text"
              label="Find factors"
              placeholder="cotton, electricity …"
              value={search.text}
            />
            <TextFilter
              name="geography"
              label="Geography"
              placeholder="Country or region"
              value={search.geography}
            />
            <TextFilter name="unit" label="Unit" placeholder="kg, kWh …" value={search.unit} />
            <ChoiceFilter
              name="set"
              label="Set"
              value={search.set}
              choices={(query.data?.factorSets ?? []).map(({ slug, title }) => [slug, title])}
            />
          </Filters>
          <QueryView
            query={query}
            purpose="The library names the source of every number that a calculation uses."
          >
            {({ emissionFactors }) => (
              <ListPanel
                caption="Emission factors"
                connection={emissionFactors}
                empty={<p>No factor matches. Try fewer or other words.</p>}
                onPage={(page) => void navigate({ search: { ...filters, ...page } })}
                columns={[
                  {
                    head: 'Name',
                    cell: ({ id, name }) => (
                      <Link
                        className="strong"
                        to="/app/$organization/$world/factors/$id"
                        params={{ ...place, id }}
                      >
                        {name}
                      </Link>
                    ),
                  },
                  { head: 'Geography', cell: ({ geography }) => geography },
                  { head: 'Year', cell: ({ year }) => year ?? '–' },
                  { head: 'Source', cell: ({ source }) => source },
                  {
                    head: 'kg CO2e per unit',
                    isEnd: true,
                    cell: ({ co2eKgPerUnit, unit }) => (
                      <>
                        <span className="strong">{figure(co2eKgPerUnit)}</span> / {unit}
                      </>
                    ),
                  },
                ]}
              />
            )}
          </QueryView>
        </>
      )}
    </>
  );
}
