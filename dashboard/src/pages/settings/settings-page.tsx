import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { usePlace } from '../../api/place.ts';
import { t } from '../../language.ts';

/** A page of the settings with the menu of its neighbours. */
export function SettingsPage({ children }: { readonly children: ReactNode }) {
  const place = usePlace();
  return (
    <div className="with-side">
      <nav className="side" aria-label={t('Pages of the settings')}>
        <Link to="/app/$organization/$world/settings/api-keys" params={place}>
          {t('API keys')}
        </Link>
        <Link to="/app/$organization/$world/settings/members" params={place}>
          {t('Members')}
        </Link>
        <Link to="/app/$organization/$world/settings/security" params={place}>
          {t('Security')}
        </Link>
        <Link to="/app/$organization/$world/settings/organization" params={place}>
          {t('Organization')}
        </Link>
        <Link to="/app/$organization/$world/settings/usage" params={place}>
          {t('Usage')}
        </Link>
        <Link to="/app/$organization/$world/settings/audit" params={place}>
          {t('Audit log')}
        </Link>
      </nav>
      {children}
    </div>
  );
}
