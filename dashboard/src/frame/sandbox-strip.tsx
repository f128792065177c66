import { lazyRouteComponent } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useMay } from '../api/place.ts';
import type { Permission } from '../api/session.ts';
import { t } from '../language.ts';

/** The service resets a sandbox only for those who may write all of it. */
const WRITES: readonly Permission[] = [
  'PRODUCTS_WRITE',
  'SUPPLY_CHAINS_WRITE',
  'FACTORS_WRITE',
  'CALCULATIONS_WRITE',
  'SCENARIOS_WRITE',
  'CUSTOMERS_WRITE',
  'ORDERS_WRITE',
  'DPPS_WRITE',
  'ASSETS_WRITE',
  'WEBHOOKS_WRITE',
];

/** Dialogs are no part of the first load. */
const ResetSandbox = lazyRouteComponent(() => import('./reset-sandbox.tsx'), 'ResetSandbox');

/** Names the sandbox on each of its pages, and fills it with the mock data again. */
export function SandboxStrip() {
  const mayReset = useMay(...WRITES);
  const [isOpen, setOpen] = useState(false);
  const [isGoingOn, setGoingOn] = useState(false);
  return (
    <>
      <div className="strip">
        <p>{t('Sandbox. Mock data, kept apart from live.')}</p>
        {isGoingOn && (
          <p role="status">
            {t('The reset goes on; until it is done, the earlier data is shown.')}
          </p>
        )}
        {mayReset && !isGoingOn && (
          <button type="button" onClick={() => setOpen(true)}>
            {t('Reset sandbox')}
          </button>
        )}
      </div>
      {isOpen && (
        <Suspense>
          <ResetSandbox onGoingOn={() => setGoingOn(true)} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
