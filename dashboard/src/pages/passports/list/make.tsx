import { useState } from 'react';
import { usePlace } from '../../../api/place.ts';
import { request } from '../../../api/request.ts';
import { useAnswer } from '../../../api/use-answer.ts';
import { useChange } from '../../../api/use-change.ts';
import { t } from '../../../language.ts';
import { FormDialog } from '../../../parts/dialogs/form-dialog.tsx';
import { Field } from '../../../parts/forms/field.tsx';
import { textOf } from '../../../parts/forms/form.ts';
import { ProductField } from '../../../parts/forms/product-field.tsx';
import { QueryView } from '../../../parts/page/query-view.tsx';
import { GENERATE, SCHEMAS } from '../document.ts';
import { SchemaFields } from './schema-fields.tsx';

type Props = {
  /** Product of the page that led here. */
  readonly productId: string | undefined;
  /** Product group that is chosen at the start. */
  readonly schemaId: string;
  readonly onClose: () => void;
  readonly onMade: (id: string) => void;
};

/** Drafts a passport of a product, filled from what is known about it. */
export function MakePassport({ productId, schemaId: firstSchemaId, onClose, onMade }: Props) {
  const place = usePlace();
  const [schemaId, setSchemaId] = useState(firstSchemaId);
  const schemas = useAnswer(SCHEMAS, {});
  const task = useChange(
    async (form: FormData) => {
      const { generateDpp } = await request(place, GENERATE, {
        input: {
          productId: productId ?? textOf(form, 'product') ?? null,
          schema: schemaId,
          category: textOf(form, 'category') ?? null,
          batchNumber: textOf(form, 'batchNumber') ?? null,
          serialNumber: textOf(form, 'serialNumber') ?? null,
        },
      });
      return generateDpp?.dpp?.id;
    },
    (id) => id !== undefined && onMade(id),
  );
  return (
    <FormDialog
      title={t('Make a passport')}
      action={t('Make draft')}
      task={task}
      isDisabled={schemas.data === undefined}
      onClose={onClose}
    >
      <QueryView query={schemas} purpose={t('A passport follows the schema of a product group.')}>
        {({ dppSchemas }) => (
          <>
            {' '}
            {productId === undefined && (
              <ProductField label={t('Product')} name="product" required />
            )}
            <SchemaFields schemas={dppSchemas ?? []} schemaId={schemaId} onChange={setSchemaId} />
            <Field
              label={t('Batch')}
              name="batchNumber"
              help={t('Empty for a passport of the model.')}
            />
            <Field
              label={t('Serial number')}
              name="serialNumber"
              help={t('Empty unless the passport is of one item.')}
            />
          </>
        )}
      </QueryView>
    </FormDialog>
  );
}
