import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { graphql } from '../../api/graphql.ts';
import { usePlace } from '../../api/place.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { useTask } from '../../api/use-task.ts';
import { t, word } from '../../language.ts';
import { FilteredList } from '../../parts/lists/filtered-list.tsx';
import { countOf, KEEP_EARLIER, pageArguments } from '../../parts/lists/list.tsx';
import { download } from '../../parts/page/download.ts';
import { TaskFailure } from '../../parts/page/notice.tsx';
import { PageHead } from '../../parts/page/page-head.tsx';
import { Actor } from '../../parts/people/actor.tsx';
import { exactMomentOf, labelled } from '../../parts/texts/format.ts';
import { given } from '../../search.ts';
import { auditLogCsv, MOST_EXPORTED } from './export-audit-log.ts';
import { SettingsPage } from './settings-page.tsx';

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

/** Actions with their actors and objects, latest first. */
export function AuditLog() {
  const search = useSearch({ from: ROUTE });
  const navigate = useNavigate({ from: ROUTE });
  const place = usePlace();
  const filter = given({
    action: search.action,
    actorId: search.actor,
    objectId: search.object,
    createdSince: midnightOf(search.from),
    createdUntil: midnightOf(search.to, 1),
  });
  const query = useAnswer(AUDIT_LOG, { filter, ...pageArguments(search) }, KEEP_EARLIER);
  const task = useTask(async (_: undefined) => {
    download('audit-log.csv', await auditLogCsv(place, filter), 'text/csv');
  });
  const actions = query.data?.auditActions ?? [];
  const meanings = new Map(actions.map(({ name, meaning }) => [name, meaning]));
  return (
    <>
      <PageHead
        title={t('Audit log')}
        path={t('Settings')}
        about={countOf(query.data?.auditLog, (count) =>
          t('{count, plural, one {# entry} other {# entries}}', { count }),
        )}
      >
        {query.data !== undefined && (
          <button type="button" disabled={task.isRunning} onClick={() => void task.run(undefined)}>
            <Download /> {t('Export the latest {count, number}', { count: MOST_EXPORTED })}
          </button>
        )}
      </PageHead>
      <SettingsPage>
        <div className="stack">
          <TaskFailure task={task} />
          <FilteredList
            caption={t('Audit log')}
            filters={[
              {
                name: 'action',
                label: t('Action'),
                choices: actions.map(({ name }) => [name, name]),
              },
              { name: 'from', label: t('First day'), type: 'date' },
              { name: 'to', label: t('Last day'), type: 'date' },
              { name: 'actor', label: t('Who'), placeholder: 'usr_…, key_…' },
              { name: 'object', label: t('Object'), placeholder: t('Id of an object') },
            ]}
            search={search}
            onSearch={(next) => void navigate({ search: next })}
            query={query}
            purpose={t('The audit log shows who changed keys, members, settings and secrets.')}
            connectionOf={(data) => data.auditLog}
            columns={[
              { head: t('When'), cell: ({ createdAt }) => exactMomentOf(createdAt) },
              {
                head: t('Who'),
                cell: ({ actor }) => (
                  <Actor
                    actor={actor}
                    link={(title) =>
                      actor.id === null ? title : <Only filter={{ actor: actor.id }}>{title}</Only>
                    }
                  />
                ),
              },
              {
                head: t('Action'),
                cell: ({ action }) => (
                  <span>
                    <span className="code">{action}</span>
                    <br />
                    <span className="quiet small">{word(meanings.get(action) ?? '')}</span>
                  </span>
                ),
              },
              {
                head: t('Object'),
                className: 'code',
                cell: ({ objectId, requestId }) => (
                  <span className="small">
                    <Only filter={{ object: objectId }}>{objectId}</Only>
                    {requestId !== null && (
                      <>
                        <br />
                        <span className="quiet">{labelled(t('Request'), requestId)}</span>
                      </>
                    )}
                  </span>
                ),
              },
            ]}
          />
        </div>
      </SettingsPage>
    </>
  );
}

/** A link to the entries of the same page that have one value, such as those of a person. */
function Only({
  filter,
  children,
}: {
  readonly filter: { readonly actor: string } | { readonly object: string };
  readonly children: ReactNode;
}) {
  return (
    <Link from={ROUTE} to="." search={({ after, before, ...rest }) => ({ ...rest, ...filter })}>
      {children}
    </Link>
  );
}

/** The first moment of a day, or of one after it, on the person's clock; undefined for a text that is no day. */
function midnightOf(day: string | undefined, daysLater = 0): string | undefined {
  const time = new Date(`${day}T00:00`);
  time.setDate(time.getDate() + daysLater);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}
