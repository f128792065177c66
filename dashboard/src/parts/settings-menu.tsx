import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { usePlace } from '../place.ts';

/** A page of the settings with the menu of its neighbours. */
export function SettingsPage({ children }: { readonly children: ReactNode }) {
  const place = usePlace();
  return (
    <div className="with-side">
      <nav className="side" aria-label="Pages of the settings">
        <Link to="/app/$organization/$world/settings/api-keys" params={place}>
          API keys
        </Link>
        <Link to="/app/$organization/$world/settings/members" params={place}>
          Members
        </Link>
        <Link to="/app/$organization/$world/settings/security" params={place}>
          Security
        </Link>
        <Link to="/app/$organization/$world/settings/organization" params={place}>
          Organization
        </Link>
        <Link to="/app/$organization/$world/settings/usage" params={place}>
          Usage
        </Link>
        <Link to="/app/$organization/$world/settings/audit" params={place}>
          Audit log
        </Link>
      </nav>
      {children}
    </div>
  );
}
