import type { Db } from '../../platform/database/index.ts';
import type { Files } from '../../platform/files.ts';
import { encodeId } from '../../platform/ids.ts';
import type { JobHandler } from '../../platform/jobs/index.ts';
import { recordEvent } from '../../platform/outbox.ts';
import type { Scope } from '../../platform/scope.ts';
import { exportCustomers } from '../customers/index.ts';
import { exportOrders } from '../orders/index.ts';
import { exportProducts } from '../products/index.ts';
import { type CsvForm, csvHeader, csvLine } from './csv.ts';
import { CUSTOMERS_CSV } from './customers-csv.ts';
import { type BulkType, bulkJobOf, fileOf } from './model.ts';
import { ORDERS_CSV } from './orders-csv.ts';
import { PRODUCTS_CSV } from './products-csv.ts';

type Exportable = {
  readonly csv: CsvForm;
  /** A page by id, after one; every row in the form in which it can be imported again. */
  readonly page: (
    db: Db,
    scope: Scope,
    after: string | null,
    limit: number,
  ) => Promise<{ readonly id: string; readonly row: Readonly<Record<string, unknown>> }[]>;
};

const EXPORTABLES: Readonly<Record<BulkType, Exportable>> = {
  PRODUCTS: { csv: PRODUCTS_CSV, page: exportProducts },
  CUSTOMERS: { csv: CUSTOMERS_CSV, page: exportCustomers },
  ORDERS: { csv: ORDERS_CSV, page: exportOrders },
};

const PAGE_ROWS = 1_000;
/** Rows can be large; a page of them is held in memory once. */
const PAGE_CHARACTERS = 8 * 1024 * 1024;

/** Writes everything of a type into a file, page by page; goes on after the last page written. */
export function exportHandler(type: BulkType, files: Files): JobHandler {
  const { csv, page } = EXPORTABLES[type];
  return async ({ job: given, db, signal, save }) => {
    const job = bulkJobOf(given);
    if (job === undefined) throw new Error(`Job ${given.id} is not a bulk job.`);
    const { checkpoint, scope } = job;
    if (checkpoint?.['isDone'] === true) return;
    let after = typeof checkpoint?.['after'] === 'string' ? checkpoint['after'] : null;
    let bytes = Number(checkpoint?.['bytes'] ?? 0);
    let rows = Number(checkpoint?.['rows'] ?? 0);
    let limit = PAGE_ROWS;
    const file = await files.open(fileOf(job, 'download'));
    try {
      await file.truncate(bytes);
      const append = async (text: string): Promise<void> => {
        const data = Buffer.from(text);
        await file.write(data, bytes);
        bytes += data.length;
      };
      if (bytes === 0 && job.format === 'CSV') await append(csvHeader(csv));
      while (!signal.aborted) {
        const found = await page(db, scope, after, limit);
        const text = found
          .map(({ row }) => (job.format === 'CSV' ? csvLine(csv, row) : `${JSON.stringify(row)}\n`))
          .join('');
        await append(text);
        rows += found.length;
        after = found.at(-1)?.id ?? after;
        const isDone = found.length < limit;
        const reached = { checkpoint: { after, bytes, rows, isDone }, doneCount: rows };
        if (!isDone) {
          await save(db, reached);
          limit = text.length > PAGE_CHARACTERS ? Math.ceil(limit / 4) : limit;
          continue;
        }
        await db.transaction().execute(async (tx) => {
          await save(tx, { ...reached, totalCount: rows });
          await recordEvent(tx, scope, 'bulk_job.completed', {
            jobId: encodeId('job', job.id),
            direction: 'EXPORT',
            type,
            counts: { total: rows },
          });
        });
        return;
      }
    } finally {
      await file.close();
    }
  };
}
