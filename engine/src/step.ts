let onStep = (): void => {};

/**
 * Has `listener` called between the steps of long work. The work ends there if it throws, and leaves nothing half done.
 */
export function listenToSteps(listener: () => void): void {
  onStep = listener;
}

/** Ends a step of work that may take long in all. */
export function endStep(): void {
  onStep();
}
