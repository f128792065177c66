import { createHook } from 'node:async_hooks';

const kept: object[] = [];

/**
 * Keeps `process.nextTick` fast, of which every HTTP request needs five or more. Node makes the object of a tick with computed
 * keys. V8 forgets the layout of such objects when it collects the whole heap a few times while none is alive, and from then on
 * takes six times as long for each. So one stays alive; only a hook gets hold of it. Called before the first such collection.
 */
export function keepTicksFast(): void {
  const hook = createHook({
    init: (_id, type, _trigger, made) => {
      if (type === 'TickObject') kept.push(made);
    },
  }).enable();
  process.nextTick(() => {});
  hook.disable();
}
