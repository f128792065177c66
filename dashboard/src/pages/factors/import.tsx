import { useState } from 'react';
import { graphql, type ResultOf } from '../../api/graphql.ts';
import { usePlace } from '../../api/place.ts';
import { request } from '../../api/request.ts';
import { useChange } from '../../api/use-change.ts';
import { t } from '../../language.ts';
import { Field, SelectField } from '../../parts/forms/field.tsx';
import { textOf } from '../../parts/forms/form.ts';
import { TaskForm } from '../../parts/forms/task-form.tsx';
import { TaskFailure } from '../../parts/page/notice.tsx';
import { Panel } from '../../parts/page/panel.tsx';

const IMPORT = graphql(`
  mutation ImportFactors($input: ImportFactorSetInput!) {
    importFactorSet(input: $input) {
      factorSet { id title factorCount }
      report { takenCount changedCount refusedCount rows { line status messages sourceId } }
    }
  }
`);

type Report = NonNullable<ResultOf<typeof IMPORT>['importFactorSet']>;

const FORMATS = [
  'CSV',
  'JSON',
  'ECOSPOLD1',
  'ILCD',
  'OPENLCA_JSON_LD',
  'SIMAPRO_CSV',
  'PCF',
] as const;

/** A set of the organization's own factors, from a text file. Larger files go through `bulkImport`. */
export function ImportFactors() {
  const place = usePlace();
  const [report, setReport] = useState<Report>();
  const task = useChange(async (form: FormData) => {
    const file = form.get('file');
    const content = file instanceof File ? await file.text() : '';
    const { importFactorSet } = await request(place, IMPORT, {
      input: {
        content,
        format: FORMATS.find((each) => each === form.get('format')) ?? 'CSV',
        name: textOf(form, 'name') ?? null,
        title: textOf(form, 'title') ?? null,
        version: textOf(form, 'version') ?? null,
        publisher: textOf(form, 'publisher') ?? null,
        licence: textOf(form, 'licence') ?? null,
        attribution: textOf(form, 'attribution') ?? null,
        partial: form.get('partial') !== null,
      },
    });
    setReport(importFactorSet ?? undefined);
  });
  return (
    <Panel title={t('Import a set of your own')} note={t('Own factors come before the library’s')}>
      <TaskForm task={task}>
        <TaskFailure task={task} />
        <div className="cells">
          <Field
            label={t('File')}
            name="file"
            type="file"
            required
            problem={task.problemOf('content')}
          />
          <SelectField
            label={t('Format')}
            name="format"
            choices={FORMATS.map((format) => [format, format.replaceAll('_', ' ')])}
          />
          <Field label={t('Short name')} name="name" required />
          <Field label={t('Title')} name="title" required />
          <Field label={t('Version')} name="version" required />
          <Field label={t('Publisher')} name="publisher" required />
          <Field label={t('Licence')} name="licence" required />
          <Field label={t('Attribution')} name="attribution" required />
        </div>
        <label className="check">
          <input type="checkbox" name="partial" /> {t('Take the good rows if others are refused')}
        </label>
        <p>
          <button type="submit" disabled={task.isRunning}>
            {task.isRunning ? t('Importing …') : t('Import set')}
          </button>
        </p>
      </TaskForm>
      {report?.report != null && (
        <div role="status" className="stack-2">
          <p>
            {t('{takenCount} taken, {changedCount} changed, {refusedCount} refused.', {
              takenCount: report.report.takenCount,
              changedCount: report.report.changedCount,
              refusedCount: report.report.refusedCount,
            })}
          </p>
          <ul className="list">
            {report.report.rows
              .filter(({ status }) => status === 'REFUSED')
              .slice(0, 20)
              .map(({ line, messages }) => (
                <li key={line}>
                  {t('Line {line}: {messages}', { line, messages: messages.join(' ') })}
                </li>
              ))}
          </ul>
        </div>
      )}
    </Panel>
  );
}
