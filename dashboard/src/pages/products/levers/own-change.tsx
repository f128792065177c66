import { t } from '../../../language.ts';
import { Panel } from '../../../parts/page/panel.tsx';
import { OverrideForm } from '../../../parts/scenarios/override-form.tsx';
import type { OverrideInput } from '../../../parts/scenarios/override-input.ts';

/** A change that the person states, in place of a suggested one. */
export function OwnChange({
  productId,
  own,
  onChange,
}: {
  readonly productId: string;
  readonly own: readonly OverrideInput[];
  readonly onChange: (own: readonly OverrideInput[]) => void;
}) {
  return (
    <Panel title={t('Your own change')}>
      <OverrideForm
        currency={undefined}
        productId={productId}
        action={t('Add the change')}
        onAdd={(input) => onChange([...own, input])}
      />
      {own.length > 0 && (
        <ul className="list">
          {own.map(({ name }, index) => (
            <li key={index}>
              {name}{' '}
              <button
                type="button"
                className="plain"
                onClick={() => onChange(own.filter((_, at) => at !== index))}
              >
                {t('Take back')}
                <span className="visually-hidden"> {name}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
