import { Link } from '@tanstack/react-router';
import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { useHasTier, usePlace } from '../../api/place.ts';
import type { Tier } from '../../api/session.ts';
import { t } from '../../language.ts';

/** Says what a part of a page would do, and the tier that it needs; empty for organizations that have it. */
export function TierNotice({
  tier,
  children,
}: {
  readonly tier: Tier;
  readonly children: ReactNode;
}) {
  if (useHasTier(tier)) return null;
  return (
    <div className="notice">
      <Lock />
      <div className="stack-2">
        <p>{children}</p>
        <p className="quiet">{t('This needs the tier {tier}.', { tier })}</p>
        <TryInSandbox />
      </div>
    </div>
  );
}

/** The way to the sandbox, which has what every tier has. */
export function TryInSandbox() {
  const { organization } = usePlace();
  return (
    <p>
      <Link
        to="/app/$organization/$world"
        params={{ organization, world: 'sandbox' }}
        className="button"
      >
        {t('Try it in the sandbox')}
      </Link>
    </p>
  );
}
