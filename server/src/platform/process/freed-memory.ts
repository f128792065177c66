const EVERY_MS = 1_000;
/** Less growth is not worth a walk through all that is freed. */
const LEAST_GROWTH_BYTES = 8 * 1024 * 1024;

/**
 * Gives memory that was freed back to the system once a second while the process grows: the allocator of glibc keeps
 * freed pieces between others that are used, 100 MB after the largest queries (docs/performance.md). Does nothing where
 * Node cannot call it: on other systems, and without the flag `--experimental-ffi` of bin/node.
 */
export function giveBackFreedMemory(): Disposable {
  const trim = mallocTrim();
  if (trim === undefined) return { [Symbol.dispose]: () => {} };
  let leastBytes = 0;
  const look = (): void => {
    const bytes = process.memoryUsage.rss();
    leastBytes = Math.min(leastBytes, bytes);
    if (bytes < leastBytes + LEAST_GROWTH_BYTES) return;
    trim(0n);
    leastBytes = process.memoryUsage.rss();
  };
  const timer = setInterval(look, EVERY_MS).unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

/** `malloc_trim(3)` */
export function mallocTrim() {
  if (process.platform !== 'linux') return undefined;
  try {
    const definition = { arguments: ['u64'], return: 'i32' } as const;
    const ffi = process.getBuiltinModule('node:ffi');
    return ffi?.dlopen('libc.so.6', { malloc_trim: definition }).functions.malloc_trim;
  } catch {
    return undefined;
  }
}
