import { graphql, type ResultOf } from '../../api/graphql.ts';
import type { Place } from '../../api/request.ts';
import { Failure } from '../../api/session.ts';
import { t } from '../../language.ts';

export const JOB = graphql(`
  query ImportJob($id: ID!) {
    bulkJob(id: $id) {
      id type direction state dryRun progress totalCount doneCount createdCount updatedCount
      failedCount error createdAt finishedAt resultUrl
    }
  }
`);

export type Job = NonNullable<ResultOf<typeof JOB>['bulkJob']>;

export const PREPARE = graphql(`
  mutation PrepareImport($input: BulkImportInput!) {
    bulkImport(input: $input) { job { id } }
  }
`);

export const CANCEL = graphql(`
  mutation CancelImport($input: CancelBulkJobInput!) {
    cancelBulkJob(input: $input) { job { id } }
  }
`);

/** The address of a job's file for a person who is signed in. */
function fileUrl({ organization, world }: Place, id: string): string {
  return `/app/bulk/${organization}/${world}/${id}`;
}

export async function upload(place: Place, id: string, csv: string): Promise<void> {
  const response = await fetch(fileUrl(place, id), {
    method: 'PUT',
    headers: { 'content-type': 'text/csv' },
    body: csv,
  });
  if (!response.ok) throw await failureOf(response);
}

/** One row of the result file of an import. */
export type RowResult = {
  readonly line: number;
  readonly externalId?: string;
  readonly status: 'CREATED' | 'UPDATED' | 'UNCHANGED' | 'FAILED';
  readonly problems?: readonly { readonly path: readonly string[]; readonly message: string }[];
  readonly text?: string;
};

export async function fetchRefusals(place: Place, id: string): Promise<RowResult[]> {
  const response = await fetch(`${fileUrl(place, id)}/result`);
  if (!response.ok) throw await failureOf(response);
  return (await response.text())
    .split('\n')
    .filter((line) => line.includes('"FAILED"'))
    .map((line): RowResult => JSON.parse(line))
    .filter(({ status }) => status === 'FAILED');
}

async function failureOf(response: Response): Promise<Failure> {
  const answer = await response.json().catch(() => ({}));
  const [error] = answer.errors ?? [];
  return new Failure(
    error?.message ?? t('The service answered with status {status}.', { status: response.status }),
    error?.extensions?.problems ?? [],
    answer.extensions?.requestId,
    error?.extensions?.code,
  );
}

/** Files of dry runs of this visit, so that the import itself need not ask for them again. */
export const checkedFiles = new Map<string, string>();

/** Prepares an import and sends its file; returns the id of the job. */
export async function startImport(
  place: Place,
  csv: string,
  dryRun: boolean,
  prepare: (dryRun: boolean) => Promise<string | undefined>,
): Promise<string> {
  const id = await prepare(dryRun);
  if (id === undefined) throw new Failure(t('The service prepared no import.'));
  await upload(place, id, csv);
  if (dryRun) checkedFiles.set(id, csv);
  return id;
}
