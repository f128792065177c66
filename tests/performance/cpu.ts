import { readdirSync, readFileSync } from 'node:fs';

// CPU time as Linux counts it. It is steadier than the clock on a machine that others use too.

const TICK_US = 10_000;

/** User and system time that a process with all its threads has used, in µs. */
export function cpuUsOf(pid: number): number {
  const [utime, stime] = timesOf(pid);
  return (utime + stime) * TICK_US;
}

/**
 * The same for a process and its children: PostgreSQL with its backends. Children that have ended
 * are counted in their parent's own record.
 */
export function cpuUsOfFamily(pid: number): number {
  const [utime, stime, childrenUtime, childrenStime] = timesOf(pid);
  const ended = (utime + stime + childrenUtime + childrenStime) * TICK_US;
  return childrenOf(pid).reduce((sum, child) => sum + cpuUsOfChild(child), ended);
}

/** Living children, whichever thread started them. */
function childrenOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8')
      .split(' ')
      .filter(Boolean)
      .map(Number),
  );
}

/** The same for a process and all processes below it, such as a browser. */
export function cpuUsOfTree(pid: number): number {
  try {
    const [utime, stime, childrenUtime, childrenStime] = timesOf(pid);
    const own = (utime + stime + childrenUtime + childrenStime) * TICK_US;
    return childrenOf(pid).reduce((sum, child) => sum + cpuUsOfTree(child), own);
  } catch {
    // It ended since its parent was asked; the next reading finds its time there.
    return 0;
  }
}

function cpuUsOfChild(pid: number): number {
  try {
    return cpuUsOf(pid);
  } catch {
    // It ended since its parent was asked; the next reading finds its time there.
    return 0;
  }
}

function timesOf(pid: number): [number, number, number, number] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The second field is the program's name in brackets and may hold anything; utime is the 14th.
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [utime = 0, stime = 0, childrenUtime = 0, childrenStime = 0] = fields.slice(11, 15);
  return [utime, stime, childrenUtime, childrenStime];
}
