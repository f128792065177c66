import type { HookCallbacks } from 'node:async_hooks';
import { isMainThread } from 'node:worker_threads';

/**
 * Loaded into each test process before its files. `node:test` follows every promise of the process with hooks, only
 * to know in which test `after` is called or an error appears; that is up to a third of the CPU time of a test over
 * HTTP, and most of that of a test which awaits much. Here an AsyncLocalStorage says the same, almost for free.
 */

// Threads inherit the arguments of their process and run no tests.
if (isMainThread) await followTestsCheaply();

async function followTestsCheaply(): Promise<void> {
  const hooks = process.getBuiltinModule('node:async_hooks');
  const { AsyncLocalStorage, AsyncResource, createHook, executionAsyncId } = hooks;
  const current = new AsyncLocalStorage<number>();
  let register: HookCallbacks['init'];

  class TestScope extends AsyncResource {
    override runInAsyncScope<This, Result>(
      work: (this: This | undefined, ...words: unknown[]) => Result,
      self?: This,
      ...words: unknown[]
    ): Result {
      const id = this.asyncId();
      register?.(id, 'TEST', 0, this);
      return super.runInAsyncScope(() => current.run(id, () => Reflect.apply(work, self, words)));
    }
  }

  // The test runner takes these three when it is loaded; everything else gets the real ones.
  Object.assign(hooks, {
    AsyncResource: TestScope,
    executionAsyncId: () => current.getStore(),
    createHook: ({ init }: HookCallbacks) => {
      register = init;
      return { enable: () => {}, disable: () => {} };
    },
  });
  // It makes its hook when it is first used.
  const { after } = await import('node:test');
  after(() => {});
  Object.assign(hooks, { AsyncResource, executionAsyncId, createHook });
}
