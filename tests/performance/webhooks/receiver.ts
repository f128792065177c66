import { createServer } from 'node:http';
import { monotonicMs } from './clock.ts';

// Receives webhooks in a process of its own. Paths below `/timed` record the time of arrival by the id of the event's
// object; those below `/hang` get no answer. A message asks for a report, with the arrivals since the one before.

export type Report = {
  /** Deliveries that were answered since the start. */
  readonly count: number;
  readonly lastAtMs: number;
  readonly arrivals: readonly (readonly [objectId: string, atMs: number])[];
};

const OBJECT_ID = /"customerId": ?"([^"]+)"/;

let count = 0;
let lastAtMs = 0;
let arrivals: [string, number][] = [];

const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  const { url = '' } = request;
  const isTimed = url.startsWith('/timed');
  let body = '';
  request.on('data', (chunk: Buffer) => {
    if (isTimed) body += chunk.toString('latin1');
  });
  request.on('end', () => {
    if (url.startsWith('/hang')) return;
    count += 1;
    lastAtMs = monotonicMs();
    if (isTimed) arrivals.push([OBJECT_ID.exec(body)?.[1] ?? '', lastAtMs]);
    response.end();
  });
});
server.listen(0, '0.0.0.0', () => {
  const address = server.address();
  process.send?.(typeof address === 'object' ? address?.port : undefined);
});
process.on('message', () => {
  process.send?.({ count, lastAtMs, arrivals } satisfies Report);
  arrivals = [];
});
process.on('disconnect', () => process.exit());
