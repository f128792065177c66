import { constants, getPriority, setPriority } from 'node:os';

const { PRIORITY_LOW } = constants.priority;

/**
 * Lets this thread, or another process of the same user, run after others while the cores are busy. A step of the nice value is a
 * fifth less of a core. It is added to that of the service, because only the superuser may go below it.
 */
export function lowerPriority(steps: number, pid = 0): void {
  setPriority(pid, Math.min(PRIORITY_LOW, getPriority(pid) + steps));
}
