const POLL_MS = 1_000;

/** True while work in the background waits or runs. */
export function isBusy(state: string): boolean {
  return state === 'QUEUED' || state === 'RUNNING';
}

export type Work = { readonly state: string } | null | undefined;

/** Pause before a page asks again for work in the background; false once it has ended. */
export function pollWhileBusy(work: Work): number | false {
  return work != null && isBusy(work.state) ? POLL_MS : false;
}
