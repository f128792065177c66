import { t } from '../../language.ts';
import { sinceOf } from '../../parts/texts/format.ts';

/** State of an endpoint: one that fails more often than not is named as Home does. */
export function EndpointState({
  endpoint: { isEnabled, disabledAt, health },
}: {
  readonly endpoint: {
    readonly isEnabled: boolean;
    readonly disabledAt: string | null;
    readonly health: { readonly successShare: number | null } | null;
  };
}) {
  if (!isEnabled)
    return (
      <span className="chip danger">
        {t('Disabled')} {disabledAt !== null && sinceOf(disabledAt)}
      </span>
    );
  return (health?.successShare ?? 1) < 0.5 ? (
    <span className="chip danger">{t('Failing')}</span>
  ) : (
    <span className="chip ok">{t('Enabled')}</span>
  );
}
