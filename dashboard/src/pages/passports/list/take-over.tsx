import { useMembership, usePlace } from '../../../api/place.ts';
import { request } from '../../../api/request.ts';
import { useChange } from '../../../api/use-change.ts';
import { t } from '../../../language.ts';
import { FormDialog } from '../../../parts/dialogs/form-dialog.tsx';
import { CountryField } from '../../../parts/forms/country-field.tsx';
import { Field, SelectField } from '../../../parts/forms/field.tsx';
import { textOf } from '../../../parts/forms/form.ts';
import { ProductField } from '../../../parts/forms/product-field.tsx';
import { countryCode } from '../../../parts/texts/country.ts';
import { codeChoicesOf } from '../../../parts/texts/format.ts';
import { ACCEPT } from '../document.ts';

const SCHEMES = codeChoicesOf(['GLN', 'EORI', 'LEI', 'VAT', 'DUNS', 'OTHER']);
const ROLES = codeChoicesOf([
  'MANUFACTURER',
  'IMPORTER',
  'AUTHORISED_REPRESENTATIVE',
  'DISTRIBUTOR',
  'DEALER',
  'REPAIRER',
  'REMANUFACTURER',
  'RECYCLER',
]);

/** Accepts the offer of another organization: the next version names this one as the operator. */
export function TakeOver({
  onClose,
  onTaken,
}: {
  readonly onClose: () => void;
  readonly onTaken: (id: string) => void;
}) {
  const place = usePlace();
  const membership = useMembership();
  const task = useChange(
    async (form: FormData) => {
      const text = (name: string) => textOf(form, name) ?? null;
      const { acceptDppTransfer } = await request(place, ACCEPT, {
        input: {
          token: text('token') ?? '',
          productId: text('product'),
          economicOperator: {
            name: text('name'),
            id: text('id'),
            scheme: text('scheme'),
            role: text('role'),
            country: countryCode(text('country') ?? '') || null,
          },
        },
      });
      return acceptDppTransfer?.dpp?.id;
    },
    (id) => id !== undefined && onTaken(id),
  );
  return (
    <FormDialog
      title={t('Take over a passport')}
      action={t('Take over')}
      task={task}
      onClose={onClose}
    >
      <p className="quiet">
        {t(
          'The passport moves here with all its versions. A next version, signed with the key of this organization, names the operator below.',
        )}
      </p>
      <Field
        label={t('Code of the offer')}
        help={t('The organization that offers the passport sends it to you.')}
        name="token"
        required
        autoComplete="off"
      />
      <Field label={t('Economic operator')} name="name" required defaultValue={membership?.name} />
      <div className="columns">
        <SelectField label={t('Scheme of the identifier')} name="scheme" choices={SCHEMES} />
        <Field label={t('Identifier')} name="id" required />
      </div>
      <div className="columns">
        <SelectField label={t('Role')} name="role" choices={ROLES} />
        <CountryField label={t('Country')} name="country" placeholder={t('PT')} />
      </div>
      <ProductField
        label={t('Your product')}
        name="product"
        none={t('None')}
        help={t('The product here that the passport is of, if there is one.')}
      />
    </FormDialog>
  );
}
