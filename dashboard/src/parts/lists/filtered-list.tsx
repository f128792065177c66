import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { usePlace } from '../../api/place.ts';
import { t } from '../../language.ts';
import { isNotAllowed, QueryView } from '../page/query-view.tsx';
import { inSentence } from '../texts/format.ts';
import { type Filter, FilterField, type FilterSearch, Filters } from './filters.tsx';
import { type Connection, ListPanel, type PageSearch } from './list.tsx';
import type { Column } from './rows.tsx';

/** A list with its filters and pages, which are parts of the address. */
export function FilteredList<Name extends string, Data, Row extends object>({
  caption,
  filters,
  search,
  onSearch,
  query,
  purpose,
  connectionOf,
  empty,
  start,
  columns,
}: {
  readonly caption: string;
  readonly filters: readonly Filter<Name>[];
  readonly search: FilterSearch<Name> & PageSearch;
  readonly onSearch: (search: FilterSearch<Name> & PageSearch) => void;
  readonly query: UseQueryResult<Data>;
  /** One sentence about the list, for a person who may not see it. */
  readonly purpose: string;
  readonly connectionOf: (data: Data) => Connection<Row> | null;
  /** Says what to do when the list has no rows at all. */
  readonly empty?: ReactNode;
  /** Ways to make the first row. */
  readonly start?: ReactNode;
  readonly columns: readonly Column<Row>[];
}) {
  const names = filters.map(({ name }) => name);
  const filtered = filtersOf(search, names);
  const isFiltered = Object.keys(filtered).length > 0;
  const text = filters.find(({ name }) => name === 'text');
  // The rows of earlier filters, which stay until the next ones are there, are not the whole list.
  const isStart =
    !isFiltered &&
    !query.isPlaceholderData &&
    query.data !== undefined &&
    isBlank(connectionOf(query.data));
  return (
    <>
      {!isStart && !isNotAllowed(query.error) && (
        <Filters
          label={t('Filter {caption}', { caption: inSentence(caption) })}
          keys={names}
          current={filtered}
          onFilter={onSearch}
        >
          {filters.map((filter) => (
            <FilterField key={filter.name} filter={filter} value={search[filter.name]} />
          ))}
        </Filters>
      )}
      <QueryView query={query} purpose={purpose}>
        {(data) => (
          <ListPanel
            caption={caption}
            connection={connectionOf(data)}
            empty={
              <>
                <p>{isFiltered ? <NoMatch text={text && search[text.name]} /> : empty}</p>
                {isStart && start}
              </>
            }
            onPage={(page) => onSearch({ ...filtered, ...page })}
            columns={columns}
          />
        )}
      </QueryView>
    </>
  );
}

/** True for a list without rows on any page: there is nothing to filter. */
function isBlank(connection: Connection<object> | null): boolean {
  if (connection === null) return false;
  const { hasNextPage, hasPreviousPage } = connection.pageInfo;
  return connection.nodes.length === 0 && !hasNextPage && !hasPreviousPage;
}

/** A text of a filter is looked for in names only; the search knows all numbers and texts. */
function NoMatch({ text }: { readonly text: string | undefined }) {
  const place = usePlace();
  return (
    <>
      {t('Nothing matches these filters.')}{' '}
      {text !== undefined && (
        <Link to="/app/$organization/$world/search" params={place} search={{ text }}>
          {t('Search “{text}” in everything', { text })}
        </Link>
      )}
    </>
  );
}

/** The filters of an address, without its page. */
function filtersOf<Name extends string>(
  search: FilterSearch<Name>,
  names: readonly Name[],
): FilterSearch<Name> {
  const entries = names.map((name) => [name, search[name]]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}
