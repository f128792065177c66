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

/** Dialogs and the progress of a reset are no part of the first load. */
const ResetSandbox = lazyRouteComponent(() => import('./reset-sandbox.tsx'), 'ResetSandbox');
const ResetProgress = lazyRouteComponent(() => import('./reset-sandbox.tsx'), 'ResetProgress');

/** Names the sandbox on each of its pages, and fills it with the mock data again. */
export function SandboxStrip() {
  const mayReset = useMay(...WRITES);
  const [isOpen, setOpen] = useState(false);
  /** Idempotency key of a reset that goes on. */
  const [goingOn, setGoingOn] = useState<string>();
  return (
    <>
      <div className="strip">
        <p>{t('Sandbox. Mock data, kept apart from live.')}</p>
        {goingOn !== undefined && (
          <Suspense>
            <ResetProgress idempotencyKey={goingOn} onEnd={() => setGoingOn(undefined)} />
          </Suspense>
        )}
        {mayReset && goingOn === undefined && (
          <button type="button" onClick={() => setOpen(true)}>
            {t('Reset sandbox')}
          </button>
        )}
      </div>
      {isOpen && (
        <Suspense>
          <ResetSandbox onGoingOn={setGoingOn} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
