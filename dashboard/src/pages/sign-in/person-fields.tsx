import { t } from '../../language.ts';
import { Field } from '../../parts/forms/field.tsx';

/** Name, e-mail address and password of a person who begins to use the service. */
export function PersonFields({
  email = null,
}: {
  /** The address that an invitation is for; null if the person chooses one. */
  readonly email?: string | null;
}) {
  return (
    <>
      <Field label={t('Your name')} name="name" autoComplete="name" required />
      <Field
        label={t('E-mail address')}
        name="email"
        type="email"
        autoComplete="username"
        required
        defaultValue={email ?? ''}
        readOnly={email !== null}
      />
      <Field
        label={t('Password')}
        name="password"
        type="password"
        autoComplete="new-password"
        required
        minLength={10}
        help={t('At least 10 characters. Several words that do not belong together are good.')}
      />
    </>
  );
}
