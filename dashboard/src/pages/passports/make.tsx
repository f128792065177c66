import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../../api.ts';
import { t } from '../../language.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { DialogFoot } from '../../parts/dialog-foot.tsx';
import { Field } from '../../parts/field.tsx';
import { submit, textOf } from '../../parts/form.ts';
import { FailureNotice } from '../../parts/notice.tsx';
import { ProductField } from '../../parts/product-field.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { usePlace } from '../../place.ts';
import { useTask } from '../../use-task.ts';
import { GENERATE, SCHEMAS } from './document.ts';
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
  const schemas = useQuery({
    queryKey: [place, 'passport-schemas'],
    queryFn: () => request(place, SCHEMAS, {}),
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
  return (
    <Dialog title={t('Make a passport')} onCancel={onClose}>
      <QueryView query={schemas} purpose={t('A passport follows the schema of a product group.')}>
        {({ dppSchemas }) => (
          <form className="stack" onSubmit={(event) => submit(event, run)}>
            {error !== undefined && <FailureNotice error={error} />}
            {productId === undefined && (
              <ProductField label={t('Product')} name="product" required />
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
