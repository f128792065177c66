import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { request } from '../../api.ts';
import { graphql } from '../../graphql.ts';
import { Actor } from '../../parts/actor.tsx';
import { ChoiceFilter, Filters, TextFilter } from '../../parts/filters.tsx';
import { momentOf } from '../../parts/format.ts';
import { countOf, ListPanel, pageArguments } from '../../parts/list.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { SettingsPage } from '../../parts/settings-menu.tsx';
import { usePlace } from '../../place.ts';

const AUDIT_LOG = graphql(`
  query AuditLogPage(
    $filter: AuditLogFilter
    $first: Int
    $after: String
    $last: Int
    $before: String
  ) {
    auditLog(
      filter: $filter
      sortBy: { field: CREATED_AT, direction: DESC }
      first: $first
      after: $after
      last: $last
      before: $before
    ) {
      totalCount
      totalCountIsExact
      nodes { id action createdAt objectId requestId details actor { kind id name email } }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
    auditActions { name meaning }
  }
`);

const ROUTE = '/app/$organization/$world/settings/audit';
const FILTERS = ['action', 'object'] as const;

/** Who did what to which object, latest first. */
export function AuditLog() {
  const place = usePlace();
  const search = useSearch({ from: ROUTE });
  const navigate = useNavigate({ from: ROUTE });
  const { after: _after, before: _before, ...filters } = search;
  const query = useQuery({
    queryKey: [place, 'audit-log', search],
    queryFn: () =>
      request(place, AUDIT_LOG, {
        filter: {
          ...(filters.action !== undefined && { action: filters.action }),
          ...(filters.object !== undefined && { objectId: filters.object }),
        },
        ...pageArguments(search),
      }),
    placeholderData: keepPreviousData,
  });
  const actions = query.data?.auditActions ?? [];
  const meanings = new Map(actions.map(({ name, meaning }) => [name, meaning]));
  return (
    <>
      <PageHead title="Audit log" about={countOf(query.data?.auditLog, 'entry', 'entries')} />
      <SettingsPage>
        <div className="stack">
          <Filters
            label="Filter the audit log"
            keys={FILTERS}
            current={filters}
            onFilter={(next) => void navigate({ search: next })}
          >
            <ChoiceFilter
              name="action"
              label="Action"
              value={filters.action}
              choices={actions.map(({ name }) => [name, name])}
            />
            <TextFilter
              name="object"
              label="Object"
              placeholder="Id of an object"
              value={filters.object}
            />
          </Filters>
          <QueryView
            query={query}
            purpose="The audit log shows who changed keys, members, settings and secrets."
          >
            {({ auditLog }) => (
              <ListPanel
                caption="Audit log"
                connection={auditLog}
                empty={<p>No entry matches.</p>}
                onPage={(page) => void navigate({ search: { ...filters, ...page } })}
                columns={[
                  { head: 'When', cell: ({ createdAt }) => momentOf(createdAt) },
                  { head: 'Who', cell: ({ actor }) => <Actor actor={actor} /> },
                  {
                    head: 'Action',
                    cell: ({ action }) => (
                      <span>
                        <span className="code">{action}</span>
                        <br />
                        <span className="quiet small">{meanings.get(action)}</span>
                      </span>
                    ),
                  },
                  {
                    head: 'Object',
                    cell: ({ objectId }) => <span className="code small">{objectId}</span>,
                  },
                  {
                    head: 'Request',
                    cell: ({ requestId }) => <span className="code small">{requestId ?? '–'}</span>,
                  },
                ]}
              />
            )}
          </QueryView>
        </div>
      </SettingsPage>
    </>
  );
}
