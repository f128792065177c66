import { useState } from 'react';
import { graphql } from '../../../api/graphql.ts';
import { useMembership, usePlace } from '../../../api/place.ts';
import { givenOnce, request } from '../../../api/request.ts';
import { TIERS } from '../../../api/session.ts';
import { useTask } from '../../../api/use-task.ts';
import { t } from '../../../language.ts';
import { FormDialog } from '../../../parts/dialogs/form-dialog.tsx';
import { Field } from '../../../parts/forms/field.tsx';
import { inSentence, wordsOf } from '../../../parts/texts/format.ts';
import { type NewKey, RevealKey } from './reveal-key.tsx';

const CREATE = graphql(`
  mutation CreateKey($input: CreateApiKeyInput!) {
    createApiKey(input: $input) { key apiKey { name tier expiresAt permissions } }
  }
`);

const DAY_MS = 86_400_000;
const SUGGESTED_DAYS = 90;

/** The areas whose permissions a key is given; reading goes with writing. */
const AREAS = [
  'PRODUCTS',
  'SUPPLY_CHAINS',
  'FACTORS',
  'CALCULATIONS',
  'SCENARIOS',
  'CUSTOMERS',
  'ORDERS',
  'DPPS',
  'ASSETS',
  'WEBHOOKS',
  'PARTNERS',
] as const;

/** A key has these only if a person chooses so, as in the API. */
const NEVER_BY_DEFAULT: ReadonlySet<string> = new Set(['PARTNERS']);

/** Asks for name, tier, permissions and expiry; then the same dialog reveals the key. */
export function CreateKey({ onClose }: { readonly onClose: () => void }) {
  const place = usePlace();
  const own = useMembership()?.tier ?? 'FREE';
  const [created, setCreated] = useState<NewKey>();
  const tiers = place.world === 'sandbox' ? TIERS : TIERS.slice(0, TIERS.indexOf(own) + 1);
  const task = useTask(async (form: FormData) => {
    const days = Number(form.get('days'));
    const tier = tiers.find((each) => each === form.get('tier'));
    const { createApiKey } = await request(place, CREATE, {
      input: {
        name: String(form.get('name')).trim(),
        tier: tier ?? own,
        permissions: [
          ...AREAS.flatMap((area) => {
            const access = form.get(area);
            if (access === 'write') return [`${area}_READ` as const, `${area}_WRITE` as const];
            return access === 'read' ? [`${area}_READ` as const] : [];
          }),
          ...(form.get('FOOTPRINTS') === 'read' ? (['FOOTPRINTS_READ'] as const) : []),
        ],
        expiresAt: days > 0 ? new Date(Date.now() + days * DAY_MS).toISOString() : null,
      },
    });
    if (createApiKey?.apiKey != null)
      setCreated({ value: givenOnce(createApiKey.key), ...createApiKey.apiKey });
  });
  if (created !== undefined) return <RevealKey newKey={created} onClose={onClose} />;
  return (
    <FormDialog
      title={t('Create a {world} key', { world: inSentence(wordsOf(place.world)) })}
      action={t('Create key')}
      task={task}
      onClose={onClose}
    >
      <Field
        label={t('Name')}
        name="name"
        required
        maxLength={200}
        help={t('Where the key will be used, such as “Storefront”.')}
      />
      <div className="columns" style={{ gap: 'var(--space-3)' }}>
        <div className="field">
          <label htmlFor="key-tier">{t('Tier')}</label>
          <select id="key-tier" name="tier" defaultValue={tiers.at(-1)}>
            {tiers.map((tier) => (
              <option key={tier} value={tier}>
                {wordsOf(tier)}
              </option>
            ))}
          </select>
        </div>
        <div className="field">
          <label htmlFor="key-days">{t('Expires')}</label>
          <select id="key-days" name="days" defaultValue={SUGGESTED_DAYS}>
            <option value={30}>{t('In 30 days')}</option>
            <option value={90}>{t('In 90 days (suggested)')}</option>
            <option value={365}>{t('In a year')}</option>
            <option value={0}>{t('Never')}</option>
          </select>
        </div>
      </div>
      <fieldset className="field">
        <legend>{t('Permissions')}</legend>
        <div className="columns" style={{ gap: 'var(--space-2) var(--space-5)' }}>
          {AREAS.map((area) => (
            <label key={area} className="row" style={{ justifyContent: 'space-between' }}>
              {wordsOf(area)}
              <select
                name={area}
                defaultValue={NEVER_BY_DEFAULT.has(area) ? 'none' : 'write'}
                style={{ width: 'auto' }}
              >
                <option value="write">{t('Read and write')}</option>
                <option value="read">{t('Read only')}</option>
                <option value="none">{t('None')}</option>
              </select>
            </label>
          ))}
          <label className="row" style={{ justifyContent: 'space-between' }}>
            {t('Your footprints, as a partner (PACT)')}
            <select name="FOOTPRINTS" defaultValue="none" style={{ width: 'auto' }}>
              <option value="read">{t('Read only')}</option>
              <option value="none">{t('None')}</option>
            </select>
          </label>
        </div>
      </fieldset>
    </FormDialog>
  );
}
