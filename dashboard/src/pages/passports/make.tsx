import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../../api.ts';
import { t } from '../../language.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { DialogFoot } from '../../parts/dialog-foot.tsx';
import { Field, SelectField } from '../../parts/field.tsx';
import { submit, textOf } from '../../parts/form.ts';
import { FailureNotice } from '../../parts/notice.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { usePlace } from '../../place.ts';
import { useTask } from '../../use-task.ts';
import { GENERATE, PRODUCTS, SCHEMAS } from './document.ts';
import { SchemaFields } from './schema-fields.tsx';

type Props = {
  /** Product of the page that led here. */
  readonly productId: string | undefined;
  readonly onClose: () => void;
  readonly onMade: (id: string) => void;
};

/** Drafts a passport of a product, filled from what is known about it. */
export function MakePassport({ productId, onClose, onMade }: Props) {
  const place = usePlace();
  const queries = useQueryClient();
  const [schemaId, setSchemaId] = useState('generic');
  const [text, setText] = useState('');
  const schemas = useQuery({
    queryKey: [place, 'passport-schemas'],
    queryFn: () => request(place, SCHEMAS, {}),
  });
  const products = useQuery({
    queryKey: [place, 'passport-products', text],
    queryFn: () => request(place, PRODUCTS, { filter: text === '' ? null : { text } }),
    placeholderData: keepPreviousData,
    enabled: productId === undefined,
  });
  const { run, isRunning, error, problemOf } = useTask(async (form: FormData) => {
    const { generateDpp } = await request(place, GENERATE, {
      input: {
        productId: productId ?? textOf(form, 'product') ?? null,
        schema: schemaId,
        category: textOf(form, 'category') ?? null,
        batchNumber: textOf(form, 'batch') ?? null,
        serialNumber: textOf(form, 'serial') ?? null,
      },
    });
    await queries.invalidateQueries({ queryKey: [place, 'passports'] });
    const id = generateDpp?.dpp?.id;
    if (id !== undefined) onMade(id);
  });
  const found = (products.data?.products?.nodes ?? []).flatMap((each) => each ?? []);
  return (
    <Dialog title={t('Make a passport')} onCancel={onClose}>
      <QueryView query={schemas} purpose={t('A passport follows the schema of a product group.')}>
        {({ dppSchemas }) => (
          <form className="stack" onSubmit={(event) => submit(event, run)}>
            {error !== undefined && <FailureNotice error={error} />}
            {productId === undefined && (
              <>
                <Field
                  label={t('Find the product')}
                  type="search"
                  value={text}
                  onChange={({ target }) => setText(target.value)}
                />
                <SelectField
                  label={t('Product')}
                  name="product"
                  required
                  choices={found.map(({ id, name, gtin }) => [
                    id,
                    gtin === null ? name : `${name} · ${gtin}`,
                  ])}
                />
              </>
            )}
            <SchemaFields schemas={dppSchemas ?? []} schemaId={schemaId} onChange={setSchemaId} />
            <Field
              label={t('Batch')}
              name="batch"
              help={t('Empty for a passport of the model.')}
              problem={problemOf('batchNumber')}
            />
            <Field
              label={t('Serial number')}
              name="serial"
              help={t('Empty unless the passport is of one item.')}
              problem={problemOf('serialNumber')}
            />
            <DialogFoot action={t('Make draft')} isDisabled={isRunning} onCancel={onClose} />
          </form>
        )}
      </QueryView>
    </Dialog>
  );
}
