import { useId, useState } from 'react';
import type { Session } from '../../api/session.ts';
import { t } from '../../language.ts';
import { Field } from '../../parts/forms/field.tsx';
import type { Target } from './ask.ts';

const KEY = 'key';

/** Sandbox first: nothing that is tried there is real. */
export function targetsOf({ organizations }: Session): readonly { name: string; target: Target }[] {
  return (['sandbox', 'live'] as const).flatMap((world) =>
    organizations.map(({ id, name }) => ({
      name: `${name}, ${world}`,
      target: { kind: 'SESSION' as const, organization: id, world },
    })),
  );
}

/** Chooses whose data the documents ask: an environment of the session, or one of a key. */
export function TargetPicker({
  session,
  onChange,
}: {
  readonly session: Session;
  readonly onChange: (target: Target | undefined) => void;
}) {
  const id = useId();
  const targets = targetsOf(session);
  const [chosen, setChosen] = useState(targets.length === 0 ? KEY : '0');
  const choose = (value: string) => {
    setChosen(value);
    onChange(targets[Number(value)]?.target);
  };
  const takeKey = (key: string) =>
    onChange(/^sk_(live|sandbox)_/.test(key) ? { kind: 'KEY', key } : undefined);
  return (
    <>
      <div className="field">
        <label htmlFor={id}>{t('Ask as')}</label>
        <select id={id} value={chosen} onChange={({ target }) => choose(target.value)}>
          {targets.map(({ name }, index) => (
            <option key={name} value={index}>
              {name}
            </option>
          ))}
          <option value={KEY}>{t('An API key')}</option>
        </select>
      </div>
      {chosen === KEY && (
        <Field
          label={t('API key')}
          type="password"
          autoComplete="off"
          placeholder={t('sk_sandbox_…')}
          onChange={({ target }) => takeKey(target.value.trim())}
        />
      )}
    </>
  );
}
