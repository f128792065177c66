import { useNavigate } from '@tanstack/react-router';
import { usePlace } from '../../api/place.ts';
import { request } from '../../api/request.ts';
import { useTask } from '../../api/use-task.ts';
import { t } from '../../language.ts';
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx';
import { Field } from '../../parts/forms/field.tsx';
import { numberOf, textOf } from '../../parts/forms/form.ts';
import { NumberField } from '../../parts/forms/number-field.tsx';
import { CREATE_SCENARIO } from '../../parts/scenarios/override-input.ts';
import { given } from '../../search.ts';

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
