import { t } from '../../../language.ts';
import { number, percent, share, text } from '../../../parts/forms/cells.ts';
import { CountryField } from '../../../parts/forms/country-field.tsx';
import { SelectField } from '../../../parts/forms/field.tsx';
import { NumberField } from '../../../parts/forms/number-field.tsx';
import { RowsEditor } from '../../../parts/forms/rows-editor.tsx';
import { ENERGY_CELLS } from './cells.ts';
import type { BillInput } from './document.ts';

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
  ) => (
    <NumberField
      label={label}
      value={percent(end[key])}
      problem={problemAt('endOfLife', key)}
      onNumber={(typed) => onChange({ ...bill, endOfLife: { ...end, [key]: share(typed) } })}
    />
  );
  return (
    <>
      <section className="stack">
        <h3>{t('Lifetime and use')}</h3>
        <div className="cells">
          <NumberField
            label={t('Lifetime')}
            value={bill.lifetime?.value}
            problem={problemAt('lifetime', 'value')}
            onNumber={(typed) => {
              const value = number(typed);
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
          <NumberField
            label={t('Uses over the lifetime')}
            value={use.uses}
            problem={problemAt('useProfile', 'uses')}
            onNumber={(typed) => onChange({ ...bill, useProfile: { ...use, uses: number(typed) } })}
          />
          <NumberField
            label={t('Water per use, litres')}
            value={use.waterLitres}
            problem={problemAt('useProfile', 'waterLitres')}
            onNumber={(typed) =>
              onChange({ ...bill, useProfile: { ...use, waterLitres: number(typed) } })
            }
          />
          <CountryField
            label={t('Country of use')}
            value={use.country ?? ''}
            problem={problemAt('useProfile', 'country')}
            onCountry={(country) =>
              onChange({ ...bill, useProfile: { ...use, country: text(country) } })
            }
          />
        </div>
        <RowsEditor
          title={t('Energy per use')}
          one={t('Energy per use')}
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
          <CountryField
            label={t('Country of disposal')}
            value={end.country ?? ''}
            problem={problemAt('endOfLife', 'country')}
            onCountry={(country) =>
              onChange({ ...bill, endOfLife: { ...end, country: text(country) } })
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
