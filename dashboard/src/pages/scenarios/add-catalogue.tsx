import { useNavigate } from '@tanstack/react-router';
import { request } from '../../api.ts';
import { t } from '../../language.ts';
import { Field } from '../../parts/field.tsx';
import { numberOf, textOf } from '../../parts/form.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { NumberField } from '../../parts/number-field.tsx';
import { CREATE_SCENARIO } from '../../parts/override-input.ts';
import { usePlace } from '../../place.ts';
import { given } from '../../search.ts';
import { useTask } from '../../use-task.ts';

/** A scenario of many products: its changes are stated on its page. */
export function AddCatalogueScenario({ onClose }: { readonly onClose: () => void }) {
  const place = usePlace();
  const navigate = useNavigate();
  const task = useTask(async (form: FormData) => {
    const input = {
      name: textOf(form, 'name') ?? '',
      catalogue: {
        filter: given({ text: textOf(form, 'text'), minCo2eKg: numberOf(form, 'least') }),
      },
    };
    const { createScenario } = await request(place, CREATE_SCENARIO, { input });
    const id = createScenario?.scenario?.id;
    if (id !== undefined)
      await navigate({ to: '/app/$organization/$world/scenarios/$id', params: { ...place, id } });
  });
  return (
    <FormDialog
      title={t('A scenario of the catalogue')}
      action={t('Create')}
      task={task}
      onClose={onClose}
    >
      <Field label={t('Name')} name="name" required maxLength={200} />
      <Field
        label={t('Products with these words in the name')}
        name="text"
        help={t('All products if it is empty. The filter is applied at every run.')}
      />
      <NumberField label={t('Products of at least this footprint, kg CO2e')} name="least" />
    </FormDialog>
  );
}
