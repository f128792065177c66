import { Link, useLocation } from '@tanstack/react-router';
import {
  BookOpen,
  Braces,
  Handshake,
  House,
  KeyRound,
  Library,
  Package,
  QrCode,
  ReceiptText,
  ScrollText,
  Settings,
  Split,
  Tag,
  Users,
  Waypoints,
  Webhook,
} from 'lucide-react';
import { usePlace } from '../api/place.ts';
import { t } from '../language.ts';

/** The map of the pages. A click closes the sheet that the sidebar is on a narrow screen. */
export function SidebarLinks({ onFollow }: { readonly onFollow: () => void }) {
  const params = usePlace();
  const common = { params, onClick: onFollow } as const;
  const isInSettings = /\/settings\/(?!api-keys)/.test(useLocation().pathname);
  return (
    <>
      <nav aria-label={t('Main')}>
        <Link
          {...common}
          to="/app/$organization/$world"
          activeOptions={{ exact: true, includeSearch: false }}
        >
          <House /> {t('Home')}
        </Link>
        <Link {...common} to="/app/$organization/$world/products">
          <Package /> {t('Products')}
        </Link>
        <Link {...common} to="/app/$organization/$world/supply-chains">
          <Waypoints /> {t('Supply chains')}
        </Link>
        <Link {...common} to="/app/$organization/$world/scenarios">
          <Split /> {t('Scenarios')}
        </Link>
        <Link {...common} to="/app/$organization/$world/orders">
          <ReceiptText /> {t('Orders')}
        </Link>
        <Link {...common} to="/app/$organization/$world/customers">
          <Users /> {t('Customers')}
        </Link>
        <Link {...common} to="/app/$organization/$world/factors">
          <Library /> {t('Factors')}
        </Link>
        <Link {...common} to="/app/$organization/$world/partners">
          <Handshake /> {t('Partners')}
        </Link>
        <p className="group">{t('Publish')}</p>
        <Link {...common} to="/app/$organization/$world/passports">
          <QrCode /> {t('Passports')}
        </Link>
        <Link {...common} to="/app/$organization/$world/assets">
          <Tag /> {t('Assets')}
        </Link>
        <p className="group" id="develop">
          {t('Develop')}
        </p>
        <Link {...common} to="/app/$organization/$world/settings/api-keys">
          <KeyRound /> {t('API keys')}
        </Link>
        <Link {...common} to="/app/$organization/$world/webhooks">
          <Webhook /> {t('Webhooks')}
        </Link>
        <Link {...common} to="/app/$organization/$world/requests">
          <ScrollText /> {t('Requests')}
        </Link>
        <a href="/explorer">
          <Braces /> {t('Explorer')}
        </a>
        <a href="/docs">
          <BookOpen /> {t('Docs')}
        </a>
      </nav>
      <nav aria-label={t('Settings')}>
        <Link
          {...common}
          to="/app/$organization/$world/settings/members"
          className={isInSettings ? 'active' : undefined}
        >
          <Settings /> {t('Settings')}
        </Link>
      </nav>
    </>
  );
}
