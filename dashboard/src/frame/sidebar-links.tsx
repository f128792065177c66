import { Link } from '@tanstack/react-router';
import {
  BookOpen,
  Handshake,
  House,
  KeyRound,
  Library,
  Network,
  Package,
  QrCode,
  Receipt,
  ScrollText,
  Settings,
  Split,
  SquareTerminal,
  Tag,
  Users,
  Webhook,
} from 'lucide-react';
import { usePlace } from '../place.ts';

const ICON = { size: 18, strokeWidth: 1.6, 'aria-hidden': true } as const;

/** The map of the pages. A click closes the sheet that the sidebar is on a narrow screen. */
export function SidebarLinks({ onFollow }: { readonly onFollow: () => void }) {
  const params = usePlace();
  const common = { params, onClick: onFollow } as const;
  return (
    <>
      <nav aria-label="Main">
        <Link
          {...common}
          to="/app/$organization/$world"
          activeOptions={{ exact: true, includeSearch: false }}
        >
          <House {...ICON} /> Home
        </Link>
        <Link {...common} to="/app/$organization/$world/products">
          <Package {...ICON} /> Products
        </Link>
        <Link {...common} to="/app/$organization/$world/supply-chains">
          <Network {...ICON} /> Supply chains
        </Link>
        <Link {...common} to="/app/$organization/$world/scenarios">
          <Split {...ICON} /> Scenarios
        </Link>
        <Link {...common} to="/app/$organization/$world/orders">
          <Receipt {...ICON} /> Orders
        </Link>
        <Link {...common} to="/app/$organization/$world/customers">
          <Users {...ICON} /> Customers
        </Link>
        <Link {...common} to="/app/$organization/$world/factors">
          <Library {...ICON} /> Factors
        </Link>
        <Link {...common} to="/app/$organization/$world/passports">
          <QrCode {...ICON} /> Passports
        </Link>
        <Link {...common} to="/app/$organization/$world/partners">
          <Handshake {...ICON} /> Partners
        </Link>
        <Link {...common} to="/app/$organization/$world/assets">
          <Tag {...ICON} /> Assets
        </Link>
        <p className="group" id="develop">
          Develop
        </p>
        <Link {...common} to="/app/$organization/$world/webhooks">
          <Webhook {...ICON} /> Webhooks
        </Link>
        <Link {...common} to="/app/$organization/$world/requests">
          <ScrollText {...ICON} /> Requests
        </Link>
        <a href="/explorer">
          <SquareTerminal {...ICON} /> Explorer
        </a>
        <a href="/docs">
          <BookOpen {...ICON} /> Docs
        </a>
      </nav>
      <nav aria-label="Settings">
        <Link {...common} to="/app/$organization/$world/settings/api-keys">
          <KeyRound {...ICON} /> API keys
        </Link>
        <Link {...common} to="/app/$organization/$world/settings/members">
          <Settings {...ICON} /> Settings
        </Link>
      </nav>
    </>
  );
}
