import { graphql, type ResultOf, type VariablesOf } from '../../api/graphql.ts';
import { usePlace } from '../../api/place.ts';
import { type Place, request } from '../../api/request.ts';
import { KEEP_TYPED, useAnswer } from '../../api/use-answer.ts';
import { useChange } from '../../api/use-change.ts';
import { t } from '../../language.ts';
import { Field } from '../../parts/forms/field.tsx';
import { textOf } from '../../parts/forms/form.ts';
import { TaskForm } from '../../parts/forms/task-form.tsx';
import { TaskFailure } from '../../parts/page/notice.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { QueryView } from '../../parts/page/query-view.tsx';
import { inSentence, wordsOf } from '../../parts/texts/format.ts';

const BRAND = graphql(`
  query OrganizationBrand {
    me { organization { name brand { name color version logo { url width height } } } }
  }
`);
const UPDATE = graphql(`
  mutation UpdateBrand($input: UpdateBrandInput!) { updateBrand(input: $input) { brand { version } } }
`);

type Organization = ResultOf<typeof BRAND>['me']['organization'];
type Change = VariablesOf<typeof UPDATE>['input'];

/** Name, colour and logo that assets and public passport pages show. */
export function BrandPanel() {
  const place = usePlace();
  const query = useAnswer(BRAND, {}, KEEP_TYPED);
  return (
    <Panel
      title={t('Brand')}
      note={t('On assets and passport pages in {world}', {
        world: inSentence(wordsOf(place.world)),
      })}
    >
      <QueryView query={query} purpose={t('Name, colour and logo that assets and passports show.')}>
        {({ me: { organization } }) => (
          <BrandForm key={organization.brand.version} place={place} organization={organization} />
        )}
      </QueryView>
    </Panel>
  );
}

function BrandForm({
  place,
  organization: { name, brand },
}: {
  readonly place: Place;
  readonly organization: Organization;
}) {
  const task = useChange(async (change: Change) => {
    await request(place, UPDATE, { input: { ...change, expectedVersion: brand.version } });
  });
  const save = async (form: FormData) => {
    const file = form.get('logo');
    const logo = file instanceof File && file.size > 0 ? { logo: await logoOf(file) } : {};
    await task.run({
      name: textOf(form, 'name') ?? null,
      color: textOf(form, 'color') ?? null,
      ...logo,
    });
  };
  return (
    <TaskForm task={{ ...task, run: save }}>
      <TaskFailure task={task} />
      {brand.logo !== null && (
        <p className="row">
          <img className="brand-logo" src={brand.logo.url} alt={t('Present logo')} />
          <button
            type="button"
            disabled={task.isRunning}
            onClick={() => void task.run({ logo: null })}
          >
            {t('Remove logo')}
          </button>
        </p>
      )}
      <div className="cells">
        <Field
          label={t('Name to print')}
          name="name"
          defaultValue={brand.name ?? ''}
          placeholder={name}
          help={t('Empty for {name}.', { name })}
        />
        <Field
          label={t('Colour')}
          name="color"
          defaultValue={brand.color ?? ''}
          placeholder="#1f4e5f"
          help={t('As #rrggbb, dark enough to be read on white. Empty for black.')}
        />
        <Field
          label={brand.logo === null ? t('Logo') : t('Another logo')}
          name="logo"
          type="file"
          accept=".svg,.png,image/svg+xml,image/png"
          help={t(
            'SVG of plain paths up to 50 kB, or PNG up to 150 kB and 1,000 pixels on a side.',
          )}
        />
      </div>
      <p>
        <button type="submit" disabled={task.isRunning}>
          {task.isRunning ? t('Saving …') : t('Save brand')}
        </button>
      </p>
    </TaskForm>
  );
}

/** The content of a file, as the API takes it. */
async function logoOf(file: File): Promise<NonNullable<Change['logo']>> {
  if (!/png$/i.test(file.type || file.name)) return { svg: await file.text() };
  const bytes = new Uint8Array(await file.arrayBuffer());
  return { png: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')) };
}
