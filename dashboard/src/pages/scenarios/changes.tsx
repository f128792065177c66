import { ArrowUp, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { graphql } from '../../api/graphql.ts';
import { useMay, usePlace } from '../../api/place.ts';
import { request } from '../../api/request.ts';
import { useReload } from '../../api/use-change.ts';
import { useTask } from '../../api/use-task.ts';
import { t } from '../../language.ts';
import { TaskFailure } from '../../parts/page/notice.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { overrideSentence } from '../../parts/scenarios/override.ts';
import { OverrideForm } from '../../parts/scenarios/override-form.tsx';
import type { OverrideInput } from '../../parts/scenarios/override-input.ts';
import { useUnsaved } from '../../unsaved.ts';
import type { Scenario } from './document.ts';

const UPDATE = graphql(`
  mutation UpdateScenarioChanges($input: UpdateScenarioInput!) {
    updateScenario(input: $input) { scenario { id } }
  }
`);

type Row = { readonly sentence: string; readonly input: OverrideInput };

/** The overrides of a scenario as sentences; they are edited here and run again. */
export function Changes({
  scenario,
  onRun,
}: {
  readonly scenario: Scenario;
  /** Runs the edited scenario. The page says if that fails: this list begins anew with the stored version. */
  readonly onRun: () => Promise<void>;
}) {
  const place = usePlace();
  const mayWrite = useMay('SCENARIOS_WRITE');
  const reload = useReload();
  const stored = scenario.overrides.map(
    (override, keep): Row => ({ sentence: overrideSentence(override), input: { keep } }),
  );
  const [edited, setEdited] = useState<readonly Row[]>();
  const [replaced, setReplaced] = useState<number>();
  useUnsaved(edited !== undefined);
  const rows = edited ?? stored;
  const task = useTask(async (_: undefined) => {
    const { id, version } = scenario;
    const input = {
      id,
      expectedVersion: version,
      overrides: rows.map((row) => row.input),
    };
    await request(place, UPDATE, { input });
    await onRun();
    // The edit stays on the page until the stored overrides, which it is now part of, are there.
    await reload();
    setEdited(undefined);
  });
  const put = (input: OverrideInput) => {
    const row = { sentence: input.name ?? '', input };
    setEdited(replaced === undefined ? [...rows, row] : rows.with(replaced, row));
    setReplaced(undefined);
  };
  const isEditable = mayWrite && scenario.state !== 'QUEUED' && scenario.state !== 'RUNNING';
  return (
    <Panel title={t('Changes')} note={t('{count} in this order', { count: rows.length })}>
      <div className="stack">
        {rows.length === 0 && (
          <p className="quiet">{t('This scenario changes nothing yet. Add a change.')}</p>
        )}
        <ol className="list">
          {rows.map(({ sentence }, at) => (
            <li key={`${at} ${sentence}`}>
              {sentence}{' '}
              {isEditable && (
                <span className="row-actions">
                  {at > 0 && (
                    <button
                      type="button"
                      className="plain"
                      onClick={() => setEdited(movedUp(rows, at))}
                    >
                      <ArrowUp /> {t('Earlier')}
                      <span className="visually-hidden">: {sentence}</span>
                    </button>
                  )}
                  <button
                    type="button"
                    className="plain"
                    aria-pressed={replaced === at}
                    onClick={() => setReplaced(replaced === at ? undefined : at)}
                  >
                    <Pencil /> {t('Edit')}
                    <span className="visually-hidden">: {sentence}</span>
                  </button>
                  <button
                    type="button"
                    className="plain"
                    onClick={() => {
                      setEdited(rows.filter((_, index) => index !== at));
                      setReplaced(undefined);
                    }}
                  >
                    <Trash2 /> {t('Remove')}
                    <span className="visually-hidden">: {sentence}</span>
                  </button>
                </span>
              )}
            </li>
          ))}
        </ol>
        <TaskFailure task={task} />
        {isEditable && (
          <OverrideForm
            productId={scenario.product?.id ?? null}
            action={
              replaced === undefined
                ? t('Add the change')
                : t('Replace change {replaced}', { replaced: replaced + 1 })
            }
            currency={scenario.overrides.find(({ cost }) => cost !== null)?.cost?.currencyCode}
            onAdd={put}
          />
        )}
        {edited !== undefined && (
          <p className="row">
            <button type="button" onClick={() => setEdited(undefined)}>
              {t('Undo all')}
            </button>
            <button
              type="button"
              className="main"
              disabled={task.isRunning}
              onClick={() => void task.run(undefined)}
            >
              {t('Save and run')}
            </button>
          </p>
        )}
      </div>
    </Panel>
  );
}

function movedUp(rows: readonly Row[], at: number): readonly Row[] {
  const moved = rows.slice(at, at + 1);
  const others = rows.toSpliced(at, 1);
  return others.toSpliced(at - 1, 0, ...moved);
}
