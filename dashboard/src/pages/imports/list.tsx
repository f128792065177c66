import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { graphql } from '../../api/graphql.ts';
import { usePlace } from '../../api/place.ts';
import { request } from '../../api/request.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { useTask } from '../../api/use-task.ts';
import { language, t } from '../../language.ts';
import { Field } from '../../parts/forms/field.tsx';
import { JobState } from '../../parts/jobs/job-state.tsx';
import { jobTitle } from '../../parts/jobs/job-title.ts';
import { RowLink } from '../../parts/lists/row-link.tsx';
import { Rows } from '../../parts/lists/rows.tsx';
import { Allowed } from '../../parts/page/allowed.tsx';
import { FailureNotice, permissionNeed, TaskFailure } from '../../parts/page/notice.tsx';
import { PageHead } from '../../parts/page/page-head.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { QueryView } from '../../parts/page/query-view.tsx';
import { countryCode } from '../../parts/texts/country.ts';
import { momentOf } from '../../parts/texts/format.ts';
import { useUnsaved } from '../../unsaved.ts';
import { guessColumns, PRODUCT_COLUMNS } from './columns.ts';
import { hasContent, isWorkbook, mapColumns, readTable, type Table } from './csv.ts';
import { PREPARE, startImport } from './document.ts';

const JOBS = graphql(`
  query ImportJobs {
    bulkJobs(first: 20) {
      nodes {
        id type direction state dryRun progress doneCount totalCount failedCount createdAt
      }
    }
  }
`);

const POLL_MS = 2_000;
/** Rows are renamed in the browser; a larger file goes through the API. */
const MOST_BYTES = 64 * 1024 * 1024;
const SHOWN_ROWS = 3;

/** Import of products from CSV: choose a file, map its columns, check it, import it. */
export function Imports() {
  const [table, setTable] = useState<Table>();
  const { run, error } = useTask(async (file: File) => {
    if (file.size > MOST_BYTES)
      throw new Error(t('The file is larger than 64 MB: import it by bulkImport of the API.'));
    const bytes = await file.arrayBuffer();
    if (isWorkbook(bytes))
      throw new Error(t('This is a workbook of a spreadsheet: save its sheet as CSV there first.'));
    const read = readTable(bytes);
    if (!read.body.some(hasContent)) throw new Error(t('The file has no rows under its header.'));
    setTable(read);
  });
  return (
    <>
      <PageHead
        title={t('Import products')}
        about={t(
          'A CSV file with one product per row. Nothing is written before you have seen the check.',
        )}
      />
      <Allowed
        permission="PRODUCTS_WRITE"
        otherwise={<p className="notice">{permissionNeed('PRODUCTS_WRITE')}</p>}
      >
        <Panel title={t('1. Choose a file')}>
          {error !== undefined && <FailureNotice error={error} />}
          <Field
            label={t('CSV file')}
            type="file"
            accept=".csv,.tsv,.txt,text/csv"
            help={t(
              'Comma, semicolon or tab between cells, names of the columns in one row above the products.',
            )}
            onChange={({ target }) => {
              const file = target.files?.[0];
              if (file !== undefined) void run(file);
            }}
          />
        </Panel>
        {table !== undefined && <Mapping key={table.header.join()} table={table} />}
      </Allowed>
      <Jobs />
    </>
  );
}

function Mapping({ table }: { readonly table: Table }) {
  const place = usePlace();
  const navigate = useNavigate();
  const { header } = table;
  const body = table.body.filter(hasContent);
  const [guessed] = useState(() => guessColumns(header));
  const [names, setNames] = useState(guessed);
  const [currency, setCurrency] = useState('');
  const task = useTask(async (_: undefined) => {
    const prepare = async (dryRun: boolean) => {
      const input = { type: 'PRODUCTS', format: 'CSV', dryRun } as const;
      return (await request(place, PREPARE, { input })).bulkImport?.job?.id;
    };
    const id = await startImport(place, mapColumns(table, names, writeCell, fixed), true, prepare);
    await navigate({ to: '/app/$organization/$world/imports/$id', params: { ...place, id } });
  });
  // The check of the file leads to its own page.
  useUnsaved((names !== guessed || currency !== '') && !task.isRunning);
  const hasKey = names.includes('externalId');
  const needsCurrency = names.includes('priceAmount') && !names.includes('priceCurrency');
  const fixed = needsCurrency ? ([['priceCurrency', currency]] as const) : [];
  return (
    <Panel
      title={t('2. Map its columns')}
      note={t('{count, plural, one {# row} other {# rows}}', { count: body.length })}
    >
      <Rows
        rows={header.map((cell) => ({ cell }))}
        columns={[
          { head: t('Column of the file'), className: 'strong', cell: ({ cell }) => cell },
          {
            head: t('First values'),
            className: 'quiet',
            cell: (_row, index) =>
              body
                .slice(0, SHOWN_ROWS)
                .flatMap((row) => row[index]?.trim() || [])
                .join(' · '),
          },
          {
            head: t('Becomes'),
            cell: ({ cell }, index) => (
              <select
                aria-label={t('Column {cell} becomes', { cell })}
                value={names[index] ?? ''}
                onChange={({ target }) =>
                  setNames(names.with(index, target.value === '' ? undefined : target.value))
                }
              >
                <option value="">{t('Left out')}</option>
                {PRODUCT_COLUMNS.map(([name, label]) => (
                  <option
                    key={name}
                    value={name}
                    disabled={names.includes(name) && names[index] !== name}
                  >
                    {label}
                  </option>
                ))}
              </select>
            ),
          },
        ]}
      />
      <div className="stack">
        {!hasKey && (
          <p className="notice warn">
            {t('No column is “Your id”: the same file imported twice makes every product twice.')}
          </p>
        )}
        {!names.includes('name') && (
          <p className="notice warn">{t('No column is “Name”: every product needs one.')}</p>
        )}
        {needsCurrency && (
          <Field
            label={t('Currency of all prices')}
            help={t('No column is “Currency”. Three letters, such as EUR.')}
            value={currency}
            maxLength={3}
            onChange={({ target }) => setCurrency(target.value.trim().toUpperCase())}
          />
        )}
        <TaskFailure task={task} />
        <p>
          <button
            type="button"
            className="main"
            disabled={
              task.isRunning || !names.includes('name') || (needsCurrency && currency === '')
            }
            onClick={() => void task.run(undefined)}
          >
            {task.isRunning ? t('Sending …') : t('Check the file')}
          </button>
        </p>
      </div>
    </Panel>
  );
}

/** Countries by their codes, as people may have written their names. */
function writeCell(name: string, cell: string): string {
  return name === 'originCountry' ? countryCode(cell) : cell;
}

/** The latest jobs, so that one that was left is found again. */
function Jobs() {
  const place = usePlace();
  const query = useAnswer(JOBS, {}, { refetchInterval: POLL_MS });
  return (
    <QueryView query={query} purpose={t('Imports write many products at once.')}>
      {({ bulkJobs }) => (
        <Panel title={t('Latest imports and exports')}>
          {bulkJobs === null || bulkJobs.nodes.length === 0 ? (
            <p className="quiet">{t('There are none yet.')}</p>
          ) : (
            <Rows
              caption={t('Latest imports and exports')}
              rows={bulkJobs.nodes}
              columns={[
                {
                  head: t('Job'),
                  cell: (job) => (
                    <RowLink place={place} page="imports" id={job.id}>
                      {jobTitle(job)}
                    </RowLink>
                  ),
                },
                { head: t('Started'), cell: ({ createdAt }) => momentOf(createdAt) },
                { head: t('State'), cell: (job) => <JobState job={job} failed={t('Refused')} /> },
                {
                  head: t('Rows'),
                  className: 'end',
                  cell: ({ doneCount, totalCount }) =>
                    totalCount === null
                      ? doneCount.toLocaleString(language)
                      : t('{doneCount, number} of {totalCount, number}', { doneCount, totalCount }),
                },
                { head: t('Refused'), className: 'end', cell: ({ failedCount }) => failedCount },
              ]}
            />
          )}
        </Panel>
      )}
    </QueryView>
  );
}
