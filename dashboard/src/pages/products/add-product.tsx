import { useState } from 'react';
import { graphql } from '../../api/graphql.ts';
import { usePlace } from '../../api/place.ts';
import { request } from '../../api/request.ts';
import { useTask } from '../../api/use-task.ts';
import { t } from '../../language.ts';
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx';
import { CountryField } from '../../parts/forms/country-field.tsx';
import { Field } from '../../parts/forms/field.tsx';
import { numberOf } from '../../parts/forms/form.ts';
import { NumberField } from '../../parts/forms/number-field.tsx';
import { countryCode } from '../../parts/texts/country.ts';
import { inSentence } from '../../parts/texts/format.ts';

const CREATE = graphql(`
  mutation AddProduct($input: CreateProductInput!) {
    createProduct(input: $input) { product { id } }
  }
`);

type Props = { readonly onClose: () => void; readonly onAdded: (id: string) => void };

/** Name, identity and materials of a new product. */
export function AddProduct({ onClose, onAdded }: Props) {
  const place = usePlace();
  const [parts, setParts] = useState(1);
  const task = useTask(async (form: FormData) => {
    const text = (name: string) => String(form.get(name) ?? '').trim();
    const components = Array.from({ length: parts }, (_, index) => ({
      material: text(`material-${index}`),
      massKg: numberOf(form, `mass-${index}`) ?? 0,
      originCountry: countryCode(text(`country-${index}`)) || null,
    }));
    const sum = components.reduce((kg, { massKg }) => kg + massKg, 0);
    // 0.1 and 0.2 are 0.3, not 0.30000000000000004.
    const netMassKg = Number(sum.toPrecision(12));
    const { createProduct } = await request(place, CREATE, {
      input: {
        name: text('name'),
        sku: text('sku') || null,
        gtin: text('gtin') || null,
        netMassKg: netMassKg === 0 ? null : netMassKg,
        components,
      },
    });
    const id = createProduct?.product?.id;
    if (id !== undefined) onAdded(id);
  });
  return (
    <FormDialog title={t('Add a product')} action={t('Add product')} task={task} onClose={onClose}>
      <Field label={t('Name')} name="name" required maxLength={200} />
      <div className="columns" style={{ gap: 'var(--space-3)' }}>
        <Field label="SKU" name="sku" />
        <Field label="GTIN" name="gtin" inputMode="numeric" />
      </div>
      {Array.from({ length: parts }, (_, index) => (
        <fieldset className="field" key={`part ${index}`}>
          <legend>{t('Material {index}', { index: index + 1 })}</legend>
          <div className="row" style={{ alignItems: 'flex-start' }}>
            <div style={{ flex: '2 1 12rem' }}>
              <Field
                label={t('Material')}
                name={`material-${index}`}
                placeholder={t('cotton, steel, PET …')}
                required
                problem={task.problemOf('material', index)}
              />
            </div>
            <div style={{ flex: '1 1 6rem' }}>
              <NumberField
                label={t('Mass, kg')}
                name={`mass-${index}`}
                required
                problem={task.problemOf('massKg', index)}
              />
            </div>
            <div style={{ flex: '1 1 6rem' }}>
              <CountryField
                label={t('Origin')}
                name={`country-${index}`}
                placeholder={t('IN')}
                problem={task.problemOf('originCountry', index)}
              />
            </div>
          </div>
        </fieldset>
      ))}
      <p>
        <button type="button" className="plain" onClick={() => setParts(parts + 1)}>
          {t('Add another material')}
        </button>{' '}
        {parts > 1 && (
          <button type="button" className="plain" onClick={() => setParts(parts - 1)}>
            {t('Remove {one} {index}', { one: inSentence(t('Material')), index: parts })}
          </button>
        )}
      </p>
    </FormDialog>
  );
}
