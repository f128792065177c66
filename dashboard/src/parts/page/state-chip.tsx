import { wordsOf } from '../texts/format.ts';

const TONES: Readonly<Record<string, 'ok' | 'warn' | 'danger' | 'info'>> = {
  ACTIVE: 'ok',
  PUBLISHED: 'ok',
  COMPLETED: 'ok',
  SUCCEEDED: 'ok',
  DELIVERED: 'ok',
  PAID: 'ok',
  CONFIRMED: 'info',
  SHIPPED: 'info',
  RUNNING: 'info',
  AUTHORIZED: 'info',
  QUEUED: 'info',
  WAITING: 'info',
  PENDING: 'info',
  STALE: 'warn',
  SUSPENDED: 'warn',
  REVOKED: 'danger',
  REJECTED: 'danger',
  OFFERED: 'info',
  PARTIALLY_PAID: 'warn',
  UNPAID: 'warn',
  FAILED: 'danger',
};

/** A state in words; its colour repeats it. */
export function StateChip({ state }: { readonly state: string }) {
  return <span className={`chip ${TONES[state] ?? ''}`}>{wordsOf(state)}</span>;
}
