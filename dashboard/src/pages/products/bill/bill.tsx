import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useMay, usePlace } from '../../../api/place.ts';
import { request } from '../../../api/request.ts';
import { Failure } from '../../../api/session.ts';
import { KEEP_TYPED, useAnswer } from '../../../api/use-answer.ts';
import { useChange } from '../../../api/use-change.ts';
import { t } from '../../../language.ts';
import { number, text } from '../../../parts/forms/cells.ts';
import { Field } from '../../../parts/forms/field.tsx';
import { LEG_CELLS } from '../../../parts/forms/leg-cells.ts';
import { NumberField } from '../../../parts/forms/number-field.tsx';
import { RowsEditor } from '../../../parts/forms/rows-editor.tsx';
import { Change } from '../../../parts/page/change.tsx';
import { FailureNotice, TaskFailure } from '../../../parts/page/notice.tsx';
import { QueryView } from '../../../parts/page/query-view.tsx';
import { figure, labelled, wordsOf } from '../../../parts/texts/format.ts';
import { supplierFacts } from '../../../parts/texts/supplier-footprint.ts';
import { useUnsaved } from '../../../unsaved.ts';
import { PhaseBar } from '../phases.tsx';
import {
  COMPONENT_CELLS,
  ENERGY_CELLS,
  MORE_COMPONENT_CELLS,
  MORE_PACKAGING_CELLS,
  MORE_STEP_CELLS,
  PACKAGING_CELLS,
  STEP_CELLS,
} from './cells.ts';
import {
  BILL,
  BLANK,
  billInput,
  PREVIEW,
  type StoredProduct,
  UPDATE,
  withoutBlankRows,
} from './document.ts';
import { LifeAfterSale } from './life-after-sale.tsx';

/** The whole bill of materials, edited with the BASIC result of every change. */
export function BillTab({ productId }: { readonly productId: string }) {
  const query = useAnswer(BILL, { id: productId }, KEEP_TYPED);
  return (
    <QueryView query={query} purpose={t('The bill of materials states what a product is made of.')}>
      {({ product }) =>
        product === null ? null : <Editor key={contentKey(product)} product={product} />
      }
    </QueryView>
  );
}

/** A calculation makes a version too, with the same bill: it does not take away what is typed. */
function contentKey(product: StoredProduct): string {
  return JSON.stringify({ ...billInput(product), expectedVersion: undefined });
}

/** Edits one bill of materials: another one gets an editor of its own. */
function Editor({ product }: { readonly product: StoredProduct }) {
  const place = usePlace();
  const mayWrite = useMay('PRODUCTS_WRITE');
  // Made once: what is shown above renders this too, and a new object would count as a change.
  const [stored] = useState(() => billInput(product));
  const [bill, setBill] = useState(stored);
  const isChanged = bill !== stored;
  const save = useChange(async (_: undefined) => {
    await request(place, UPDATE, { input: { ...bill, expectedVersion: product.version } });
  });
  const settled = withoutBlankRows(useSettled(bill, 400));
  const preview = useAnswer(
    PREVIEW,
    { input: settled },
    { placeholderData: keepPreviousData, retry: false },
  );
  const before = useAnswer(PREVIEW, { input: stored }, { retry: false });
  useUnsaved(isChanged && mayWrite);
  const failure = save.error ?? preview.error ?? undefined;
  const problemAt = (...path: readonly (string | number)[]) =>
    failure instanceof Failure
      ? failure.problems.find((problem) => endsWith(problem.path, path))?.message
      : undefined;
  const result = preview.data?.productFootprintPreview;
  const earlier = before.data?.productFootprintPreview;
  return (
    <>
      <section className="panel live-result stack-2" aria-live="polite">
        <div className="row">
          <p>
            <span className="quiet small">{t('BASIC result as you type')}</span>
            <br />
            <strong className="figure">
              {result == null ? '–' : `${figure(result.co2eKg)} kg`}
            </strong>{' '}
            {result != null && earlier != null && isChanged && (
              <Change difference={result.co2eKg - earlier.co2eKg} />
            )}
          </p>
          <div className="grow">{result != null && <PhaseBar phases={result.phases} />}</div>
          <button type="button" disabled={!isChanged} onClick={() => setBill(stored)}>
            {t('Undo all')}
          </button>
          {mayWrite && (
            <button
              type="button"
              className="main"
              disabled={!isChanged || save.isRunning}
              onClick={() => void save.run(undefined)}
            >
              {t('Save')}
            </button>
          )}
        </div>
        {!mayWrite && (
          <p className="quiet small">
            {t('You can try changes here. Saving them needs the permission “{permission}”.', {
              permission: wordsOf('PRODUCTS_WRITE'),
            })}
          </p>
        )}
        <TaskFailure task={save} />
        {save.error === undefined && preview.error !== null && (
          <FailureNotice error={preview.error} onRetry={() => void preview.refetch()} />
        )}
      </section>
      {/* The editor begins anew with what was saved: what is typed until then would be lost. */}
      <section className="panel stack-6" inert={save.isRunning}>
        <div className="cells">
          <Field
            label={t('Name')}
            value={bill.name ?? ''}
            required
            maxLength={200}
            problem={problemAt('name')}
            onChange={({ target }) => setBill({ ...bill, name: target.value })}
          />
          <Field
            label="SKU"
            value={bill.sku ?? ''}
            problem={problemAt('sku')}
            onChange={({ target }) => setBill({ ...bill, sku: text(target.value) })}
          />
          <Field
            label="GTIN"
            value={bill.gtin ?? ''}
            problem={problemAt('gtin')}
            onChange={({ target }) => setBill({ ...bill, gtin: text(target.value) })}
          />
          <NumberField
            label={t('Net mass, kg')}
            value={bill.netMassKg}
            problem={problemAt('netMassKg')}
            onNumber={(mass) => setBill({ ...bill, netMassKg: number(mass) })}
          />
        </div>
        <RowsEditor
          title={t('Components')}
          one={t('Component')}
          rows={bill.components ?? []}
          blank={BLANK.component}
          cells={COMPONENT_CELLS}
          more={MORE_COMPONENT_CELLS}
          problemOf={(index, key) => problemAt('components', index, key)}
          onChange={(components) => setBill({ ...bill, components: [...components] })}
          note={({ supplierPcf }) =>
            supplierPcf != null && (
              <p className="quiet small">
                {t('Counted by the footprint of its supplier, in place of a factor:')}{' '}
                {supplierFacts(supplierPcf)
                  .map(([name, value]) => labelled(name, String(value)))
                  .join(' · ')}
              </p>
            )
          }
          inside={(row, index, change) => (
            <RowsEditor
              title={t('Transport of this component')}
              one={t('Inbound leg')}
              rows={row.transportLegs ?? []}
              blank={BLANK.leg}
              cells={LEG_CELLS}
              problemOf={(at, key) => problemAt('components', index, 'transportLegs', at, key)}
              onChange={(transportLegs) => change({ ...row, transportLegs: [...transportLegs] })}
            />
          )}
        />
        <RowsEditor
          title={t('Process steps')}
          one={t('Step')}
          rows={bill.processSteps ?? []}
          blank={BLANK.step}
          cells={STEP_CELLS}
          more={MORE_STEP_CELLS}
          problemOf={(index, key) => problemAt('processSteps', index, key)}
          onChange={(processSteps) => setBill({ ...bill, processSteps: [...processSteps] })}
          inside={(row, index, change) => (
            <RowsEditor
              title={t('Energy of this step')}
              one={t('Energy use')}
              rows={row.energy ?? []}
              blank={{ source: 'GRID_ELECTRICITY', energyKwh: 0 }}
              cells={ENERGY_CELLS}
              problemOf={(at, key) => problemAt('processSteps', index, 'energy', at, key)}
              onChange={(energy) => change({ ...row, energy: [...energy] })}
            />
          )}
        />
        <RowsEditor
          title={t('Packaging')}
          one={t('Packaging')}
          rows={bill.packaging ?? []}
          blank={BLANK.packaging}
          cells={PACKAGING_CELLS}
          more={MORE_PACKAGING_CELLS}
          problemOf={(index, key) => problemAt('packaging', index, key)}
          onChange={(packaging) => setBill({ ...bill, packaging: [...packaging] })}
        />
        <RowsEditor
          title={t('Transport to the shelf')}
          one={t('Leg')}
          rows={bill.transportLegs ?? []}
          blank={BLANK.leg}
          cells={LEG_CELLS}
          problemOf={(index, key) => problemAt('transportLegs', index, key)}
          onChange={(transportLegs) => setBill({ ...bill, transportLegs: [...transportLegs] })}
        />
        <LifeAfterSale bill={bill} onChange={setBill} problemAt={problemAt} />
      </section>
    </>
  );
}

function endsWith(path: readonly (string | number)[], end: readonly (string | number)[]): boolean {
  const tail = path.slice(-end.length);
  return tail.length === end.length && tail.every((step, at) => step === end[at]);
}

/** A value once it has not changed for a while. */
function useSettled<Value>(value: Value, delayMs: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return settled;
}
