import { sql } from 'kysely';
import {
  inScope,
  onPage,
  type Page,
  type TenantDb,
  type TenantTx,
} from '../../../platform/database/index.ts';
import { newUuid } from '../../../platform/ids.ts';
import type { Environment } from '../../../platform/scope.ts';
import type { JobLineOutcome } from '../model.ts';

/** Result of one product or draft of a job. */
export type JobLine = {
  readonly id: string;
  readonly productId: string | null;
  readonly dppId: string | null;
  readonly outcome: JobLineOutcome;
  readonly problems: unknown;
};

declare module '../../../platform/database/schema.ts' {
  interface Database {
    dpp_job_lines: {
      organization_id: string;
      environment: Environment;
      job_id: string;
      id: string;
      product_id: string | null;
      dpp_id: string | null;
      outcome: JobLineOutcome;
      problems: unknown;
    };
  }
}

/** Adds lines in the transaction of their work, after those before. */
export async function addJobLines(
  { db, scope }: TenantTx,
  jobId: string,
  lines: readonly Omit<JobLine, 'id'>[],
): Promise<void> {
  if (lines.length === 0) return;
  const rows = lines.map((line) => ({ ...line, id: newUuid() }));
  await sql`insert into dpp_job_lines
      (organization_id, environment, job_id, id, product_id, dpp_id, outcome, problems)
    select ${scope.organizationId}, ${scope.environment}, ${jobId}, row.id, row."productId",
      row."dppId", row.outcome, row.problems
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as row (id uuid, "productId" uuid, "dppId" uuid, outcome text, problems jsonb)`.execute(db);
}

/** Lines of a job in the order of its work. */
export function listJobLines(
  { db, scope }: TenantDb,
  jobId: string,
  page: Page,
): Promise<JobLine[]> {
  const rows = db
    .selectFrom('dpp_job_lines')
    .select(['id', 'product_id as productId', 'dpp_id as dppId', 'outcome', 'problems'])
    .where(inScope('dpp_job_lines', scope))
    .where('job_id', '=', jobId);
  const columns = [{ ref: 'dpp_job_lines.id', type: 'uuid' }] as const;
  return onPage(rows, { columns, isDescending: false }, page).execute();
}
