import { connect } from 'node:net';
import { createHistogram, performance, type RecordableHistogram } from 'node:perf_hooks';

// The load generator keeps a fixed number of connections busy: each sends its next request when the
// answer to the last is whole. It knows just enough HTTP for that, because it shares the machine
// with what it measures.

type Headers = Readonly<Record<string, string>>;

export type Load = {
  readonly url: string;
  /** Paths that are asked for in turn; that of the URL if absent. */
  readonly paths?: readonly string[];
  readonly headers: Headers;
  /** Headers of several tenants, which ask in turn. */
  readonly tenants?: readonly Headers[];
  /** Several are sent in turn; an empty one is a GET. */
  readonly body: string | readonly string[];
  readonly connections: number;
  readonly seconds: number;
};

export type LoadResult = {
  readonly requests: number;
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
};

const HEAD_END = Buffer.from('\r\n\r\n');
const LAST_CHUNK = Buffer.from('0\r\n\r\n');
const STATUS = 'HTTP/1.1 '.length;
const OK = [Buffer.from('200'), Buffer.from('307')];
const ERRORS = Buffer.from('"errors"');

/** Loads a server for some seconds. An answer that is neither 200 nor 307, or has errors, ends it. */
export async function drive(load: Load): Promise<LoadResult> {
  const latencyUs = createHistogram();
  const start = performance.now();
  const deadline = start + load.seconds * 1000;
  const url = new URL(load.url);
  const bodies = typeof load.body === 'string' ? [load.body] : load.body;
  const tenants = load.tenants ?? [{}];
  const paths = load.paths ?? [url.pathname];
  const requests = tenants.flatMap((tenant) =>
    paths.flatMap((path) =>
      bodies.map((body) => requestBytes({ ...load.headers, ...tenant }, body, new URL(path, url))),
    ),
  );
  // Connections begin with different tenants and paths.
  const isMixed = tenants.length > 1 || paths.length > 1;
  const stride = isMixed ? requests.length / load.connections : 0;
  await Promise.all(
    Array.from({ length: load.connections }, (_, at) =>
      keepBusy({ url, requests, first: Math.floor(at * stride), deadline, latencyUs }),
    ),
  );
  const seconds = (performance.now() - start) / 1000;
  return {
    requests: latencyUs.count,
    requestsPerSecond: latencyUs.count / seconds,
    p50Ms: latencyUs.percentile(50) / 1000,
    p99Ms: latencyUs.percentile(99) / 1000,
  };
}

type Connection = {
  readonly url: URL;
  readonly requests: readonly Buffer[];
  readonly first: number;
  readonly deadline: number;
  readonly latencyUs: RecordableHistogram;
};

function keepBusy({ url, requests, first, deadline, latencyUs }: Connection): Promise<void> {
  let sent = first;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const socket = connect({ host: url.hostname, port: Number(url.port), noDelay: true });
  let received: Buffer = Buffer.alloc(0);
  let sentAt = 0;
  const send = () => {
    sentAt = performance.now();
    socket.write(requests[sent % requests.length] ?? '');
    sent += 1;
  };
  socket.on('connect', send);
  socket.on('error', reject);
  socket.on('close', () => reject(new Error(`${url} closed a connection.`)));
  socket.on('data', (bytes: Buffer) => {
    received = received.length === 0 ? bytes : Buffer.concat([received, bytes]);
    if (!isWhole(received)) return;
    const now = performance.now();
    const status = received.subarray(STATUS, STATUS + 3);
    if (!OK.some((each) => each.equals(status)) || received.includes(ERRORS)) {
      reject(new Error(`${url} answered ${received.toString().slice(0, 1000)}`));
      socket.destroy();
      return;
    }
    latencyUs.record(Math.max(1, Math.round((now - sentAt) * 1000)));
    received = Buffer.alloc(0);
    if (now < deadline) return send();
    resolve();
    socket.destroy();
  });
  return promise;
}

function requestBytes(headers: Headers, body: string, url: URL): Buffer {
  if (body === '') {
    const given = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    return Buffer.from(
      `GET ${url.pathname} HTTP/1.1\r\nhost: ${url.host}\r\n${given.join('')}\r\n`,
    );
  }
  const lines = [
    `POST ${url.pathname} HTTP/1.1`,
    `host: ${url.host}`,
    'content-type: application/json',
    'accept: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`);
}

/** True if an answer is complete, by its `content-length` or its last chunk. */
function isWhole(received: Buffer): boolean {
  const headEnd = received.indexOf(HEAD_END);
  if (headEnd < 0) return false;
  const head = received.subarray(0, headEnd).toString('latin1');
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length !== undefined) return received.length >= headEnd + HEAD_END.length + Number(length);
  return received.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK);
}
