/**
 * CPU milliseconds that this process uses for some work. Unlike elapsed time it hardly depends on what else runs on
 * the machine, so tests compare it with the CPU time of ordinary work in the same run.
 */
export async function cpuMsOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
