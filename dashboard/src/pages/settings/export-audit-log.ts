import { graphql, type VariablesOf } from '../../api/graphql.ts';
import { type Place, request } from '../../api/request.ts';

const ENTRIES = graphql(`
  query AuditLogExport($filter: AuditLogFilter, $after: String) {
    auditLog(
      filter: $filter
      sortBy: { field: CREATED_AT, direction: DESC }
      first: 100
      after: $after
    ) {
      nodes { createdAt action objectId requestId details actor { kind id name email } }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

/** Entries of one file. Those of before are exported with a filter, or by the API. */
export const MOST_EXPORTED = 5_000;

const HEAD = [
  ...['createdAt', 'actorKind', 'actorId', 'actorName', 'actorEmail'],
  ...['action', 'objectId', 'requestId', 'details'],
];

/** The latest entries of a filter as CSV, a page of the API at a time. */
export async function auditLogCsv(
  place: Place,
  filter: VariablesOf<typeof ENTRIES>['filter'],
): Promise<string> {
  const rows: (readonly (string | null)[])[] = [HEAD];
  for (let after: string | null = null; rows.length <= MOST_EXPORTED; ) {
    const page: Awaited<ReturnType<typeof pageAfter>> = await pageAfter(place, filter, after);
    for (const entry of page?.nodes ?? []) {
      if (entry === null) continue;
      const { createdAt, actor, action, objectId, requestId, details } = entry;
      const facts = JSON.stringify(details);
      rows.push([
        ...[createdAt, actor.kind, actor.id, actor.name, actor.email],
        ...[action, objectId, requestId, facts],
      ]);
    }
    if (page?.pageInfo.hasNextPage !== true) break;
    after = page.pageInfo.endCursor;
  }
  return rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('');
}

async function pageAfter(
  place: Place,
  filter: VariablesOf<typeof ENTRIES>['filter'],
  after: string | null,
) {
  return (await request(place, ENTRIES, { filter: filter ?? null, after })).auditLog;
}

/** A cell that a spreadsheet shows as it is: people choose names, and one that begins as a formula would be run. */
function cellOf(value: string | null): string {
  const text = value ?? '';
  const shown = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${shown.replaceAll('"', '""')}"`;
}
