import { useState } from 'react';
import type { ResultOf } from '../../api/graphql.ts';
import { usePlace } from '../../api/place.ts';
import { request } from '../../api/request.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { useChange } from '../../api/use-change.ts';
import { t } from '../../language.ts';
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx';
import { Field, SelectField } from '../../parts/forms/field.tsx';
import { textOf } from '../../parts/forms/form.ts';
import { ProductField } from '../../parts/forms/product-field.tsx';
import { COMPONENTS, type Partner, REQUEST } from './document.ts';

/** Requests the footprint of a partner's product, for a component of one's own. */
export function RequestDialog({
  partner,
  onClose,
}: {
  readonly partner: Partner;
  readonly onClose: () => void;
}) {
  const place = usePlace();
  const [productId, setProductId] = useState('');
  const components = useAnswer(COMPONENTS, { id: productId }, { enabled: productId !== '' });
  const task = useChange(async (form: FormData) => {
    await request(place, REQUEST, {
      input: {
        partnerId: partner.id,
        productIds: (textOf(form, 'productIds') ?? '').split(/[\s,]+/).map(urnOf),
        comment: textOf(form, 'comment') ?? null,
        productId: textOf(form, 'productId') ?? null,
        component: textOf(form, 'component') ?? null,
      },
    });
  }, onClose);
  return (
    <FormDialog
      title={t('Request a footprint of {name}', { name: partner.name })}
      action={t('Request footprint')}
      task={task}
      onClose={onClose}
    >
      <Field
        label={t('Product of the partner')}
        name="productIds"
        required
        placeholder={t('urn:gtin:09506000134352')}
        help={t('Its GTIN, or one or more URNs of the same product, with spaces between them.')}
      />
      <ProductField
        label={t('Your product')}
        name="productId"
        none={t('None: only store the footprint')}
        help={t('One of its components takes the footprint.')}
        onChoice={setProductId}
      />
      {productId !== '' && (
        <SelectField
          label={t('Component')}
          name="component"
          required
          choices={[['', t('Choose one')], ...componentsOf(components.data)]}
        />
      )}
      <Field label={t('Comment')} name="comment" />
    </FormDialog>
  );
}

/** Names of the components of a product, each once. */
function componentsOf(
  data: ResultOf<typeof COMPONENTS> | undefined,
): readonly (readonly [string, string])[] {
  const names = (data?.product?.components ?? []).flatMap(
    ({ name, material }) => name ?? material ?? [],
  );
  return [...new Set(names)].map((name) => [name, name]);
}

/** A GTIN as PACT writes it; other ids stay as they are. */
function urnOf(id: string): string {
  return /^\d{8,14}$/.test(id) ? `urn:gtin:${id.padStart(14, '0')}` : id;
}
