import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/**
 * Cuts off requests whose body takes too long to come. Node's own limit is for all paths alike, but
 * an upload may take hours; `isPatient` names the paths where that is so. It looks three times per limit, so
 * that a body has at most a third more.
 */
export function cutOffSlowBodies(
  app: FastifyInstance,
  limitMs: number,
  isPatient: (url: string) => boolean,
): void {
  const pending = new Map<IncomingMessage, number>();
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isPatient(request.url)) pending.set(request.raw, performance.now());
    done();
  });
  app.addHook('onResponse', (request, _reply, done) => {
    pending.delete(request.raw);
    done();
  });
  const timer = setInterval(() => {
    const latest = performance.now() - limitMs;
    for (const [request, since] of pending) {
      if (request.complete || request.destroyed) pending.delete(request);
      else if (since < latest) request.destroy();
    }
  }, limitMs / 3).unref();
  app.addHook('onClose', (_app, done) => {
    clearInterval(timer);
    done();
  });
}
