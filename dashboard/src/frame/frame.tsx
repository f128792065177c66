import { Link, Outlet, useNavigate } from '@tanstack/react-router';
import { ChevronsUpDown, Menu, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useMembership, usePlace, useSession } from '../api/place.ts';
import { t } from '../language.ts';
import { Nowhere } from '../pages/nowhere.tsx';
import { CountryNames } from '../parts/forms/country-field.tsx';
import { useDismissal } from '../parts/page/dismissal.ts';
import { PathSlot } from '../parts/page/path-slot.ts';
import { PersonMenu } from './person-menu.tsx';
import { SandboxStrip } from './sandbox-strip.tsx';
import { SearchField } from './search-field.tsx';
import { SidebarLinks } from './sidebar-links.tsx';

/** Sidebar and top of every page of an organization. The world is named by colour, word and switch. */
export function Frame() {
  const [isOpen, setOpen] = useState(false);
  const [path, setPath] = useState<HTMLElement | null>(null);
  const sidebar = useRef<HTMLElement>(null);
  const menu = useRef<HTMLButtonElement>(null);
  const place = usePlace();
  const membership = useMembership();
  useEffect(() => {
    if (isOpen) sidebar.current?.querySelector('button')?.focus();
  }, [isOpen]);
  useDismissal({ isOpen, element: sidebar, opener: menu, close: () => setOpen(false) });
  if (membership === undefined) return <Nowhere />;
  const close = () => {
    setOpen(false);
    menu.current?.focus();
  };
  return (
    <div className="frame">
      <PageNews />
      <a className="skip-link visually-hidden" href="#page">
        {t('Skip to the page')}
      </a>
      {place.world === 'sandbox' && <SandboxStrip />}
      <aside ref={sidebar} className={isOpen ? 'sidebar open' : 'sidebar'}>
        <button type="button" className="plain menu-close" onClick={close}>
          <X /> {t('Close the menu')}
        </button>
        <OrganizationSwitch />
        <WorldSwitch />
        <SidebarLinks onFollow={() => setOpen(false)} />
      </aside>
      <div>
        <div className="top">
          <button
            ref={menu}
            type="button"
            className="menu-button"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            <Menu /> {t('Menu')}
          </button>
          <nav ref={setPath} className="path" aria-label={t('Path')} />
          <SearchField />
          <PersonMenu />
        </div>
        <main id="page" className="page" tabIndex={-1}>
          <CountryNames />
          <PathSlot value={path}>
            <Outlet />
          </PathSlot>
        </main>
      </div>
    </div>
  );
}

/** Reads the name of each further page to people who do not see it change. */
function PageNews() {
  const [title, setTitle] = useState('');
  useEffect(() => {
    const observer = new MutationObserver(() => setTitle(document.title));
    observer.observe(document.head, { childList: true, characterData: true, subtree: true });
    return () => observer.disconnect();
  }, []);
  return (
    <p className="visually-hidden" aria-live="polite">
      {title}
    </p>
  );
}

function OrganizationSwitch() {
  const { organizations } = useSession();
  const place = usePlace();
  const navigate = useNavigate();
  const [only] = organizations;
  return (
    <div className="brand">
      <img src="/trackway.svg" alt="Trackway" />
      {organizations.length === 1 ? (
        only?.name
      ) : (
        <span className="choice">
          <select
            aria-label={t('Organization')}
            value={place.organization}
            onChange={({ target }) =>
              navigate({
                to: '/app/$organization/$world',
                params: { ...place, organization: target.value },
              })
            }
          >
            {organizations.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
          <ChevronsUpDown aria-hidden />
        </span>
      )}
    </div>
  );
}

function WorldSwitch() {
  const { organization, world } = usePlace();
  const link = (to: 'live' | 'sandbox', name: string) => (
    <Link
      to="/app/$organization/$world"
      params={{ organization, world: to }}
      className={`${to}${world === to ? ' active' : ''}`}
      aria-current={world === to ? 'true' : undefined}
      activeProps={{}}
    >
      {name}
    </Link>
  );
  return (
    <nav className="worlds" aria-label={t('Environment')}>
      {link('live', t('Live'))}
      {link('sandbox', t('Sandbox'))}
    </nav>
  );
}
