import { t } from '../../language.ts';
import { Field, SelectField } from '../../parts/field.tsx';
import { RowsEditor } from '../../parts/rows-editor.tsx';
import { ENERGY_CELLS, number, share, text } from './bill-cells.ts';
import type { BillInput } from './bill-document.ts';

const UNITS = ['YEARS', 'USES'] as const;

type Props = {
  readonly bill: BillInput;
  readonly onChange: (bill: BillInput) => void;
  readonly problemAt: (...path: readonly (string | number)[]) => string | undefined;
};

/** Lifetime, use and end of life; what is not declared is assumed and said so in the result. */
export function LifeAfterSale({ bill, onChange, problemAt }: Props) {
  const use = bill.useProfile ?? {};
  const end = bill.endOfLife ?? {};
  const unit = bill.lifetime?.unit ?? 'YEARS';
  const endShare = (
    key: 'recycledShare' | 'incineratedShare' | 'landfilledShare',
    label: string,
  ) => {
    const value = end[key];
    return (
      <Field
        label={label}
        type="number"
        min={0}
        max={100}
        step="any"
        value={value == null ? '' : Math.round(value * 10_000) / 100}
        problem={problemAt('endOfLife', key)}
        onChange={({ target }) =>
          onChange({ ...bill, endOfLife: { ...end, [key]: share(target.value) } })
        }
      />
    );
  };
  return (
    <>
      <section className="stack">
        <h3>{t('Lifetime and use')}</h3>
        <div className="cells">
          <Field
            label={t('Lifetime')}
            type="number"
            min={0}
            step="any"
            value={bill.lifetime?.value ?? ''}
            problem={problemAt('lifetime', 'value')}
            onChange={({ target }) => {
              const value = number(target.value);
              onChange({ ...bill, lifetime: value === null ? null : { value, unit } });
            }}
          />
          <SelectField
            label={t('Unit of the lifetime')}
            value={unit}
            choices={[
              ['YEARS', t('Years')],
              ['USES', t('Uses')],
            ]}
            onChange={({ target }) => {
              const next = UNITS.find((each) => each === target.value) ?? unit;
              if (bill.lifetime != null)
                onChange({ ...bill, lifetime: { ...bill.lifetime, unit: next } });
            }}
          />
          <Field
            label={t('Country of use')}
            maxLength={2}
            value={use.country ?? ''}
            problem={problemAt('useProfile', 'country')}
            onChange={({ target }) =>
              onChange({
                ...bill,
                useProfile: { ...use, country: text(target.value.toUpperCase()) },
              })
            }
          />
          <Field
            label={t('Water over the lifetime, litres')}
            type="number"
            min={0}
            step="any"
            value={use.waterLitres ?? ''}
            problem={problemAt('useProfile', 'waterLitres')}
            onChange={({ target }) =>
              onChange({ ...bill, useProfile: { ...use, waterLitres: number(target.value) } })
            }
          />
        </div>
        <RowsEditor
          title={t('Energy in use')}
          one={t('Energy in use')}
          rows={use.energy ?? []}
          blank={{ source: 'GRID_ELECTRICITY', energyKwh: 0 }}
          cells={ENERGY_CELLS}
          problemOf={(at, key) => problemAt('useProfile', 'energy', at, key)}
          onChange={(energy) => onChange({ ...bill, useProfile: { ...use, energy: [...energy] } })}
        />
      </section>
      <section className="stack">
        <h3>{t('End of life')}</h3>
        <div className="cells">
          <Field
            label={t('Country of disposal')}
            maxLength={2}
            value={end.country ?? ''}
            problem={problemAt('endOfLife', 'country')}
            onChange={({ target }) =>
              onChange({
                ...bill,
                endOfLife: { ...end, country: text(target.value.toUpperCase()) },
              })
            }
          />
          {endShare('recycledShare', t('Recycled, %'))}
          {endShare('incineratedShare', t('Burnt, %'))}
          {endShare('landfilledShare', t('Landfilled, %'))}
        </div>
      </section>
    </>
  );
}
