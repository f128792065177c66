import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import type { Agent, Dispatcher } from 'undici';
import { FilesUnavailable } from './files.ts';
import { readXml } from './s3-xml.ts';

export type S3Account = {
  /** Address without a path, such as https://s3.eu-central-1.amazonaws.com; buckets are addressed by path. */
  readonly endpoint: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
};

type S3Timing = {
  /** Longest wait for a connection, for the beginning of an answer, and for its next bytes. */
  readonly timeoutMs: number;
  readonly retryAfterMs: number;
};

/** Three attempts together stay below the 15 s of a request. */
const TIMING: S3Timing = { timeoutMs: 4_000, retryAfterMs: 200 };
export const ATTEMPTS = 3;
const LONG = 5;
const CONNECTIONS = 64;
const MOST_XML_BYTES = 4 * 1024 ** 2;

/** A body that can be sent again; its hash is signed, so that the peer refuses other bytes. */
export type S3Body = {
  readonly bytes: number;
  readonly sha256: string;
  readonly read: () => Readable;
};

export type S3Message = {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** Bucket and key. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: S3Body;
  /** The peer may work on it for a while before it answers. */
  readonly isLong?: boolean;
};

export type S3Answer = Dispatcher.ResponseData;

const EMPTY: S3Body = bodyOf(Buffer.alloc(0));
/** Statuses that say something about the key. */
const ABOUT_KEY = new Set([404, 416]);
const MOVED = new Set([301, 302, 307, 308]);
/** Statuses that the same message gets again. */
const FINAL = new Set([...MOVED, 401, 403, 404, 412]);

class Refused extends Error {
  readonly status: number;
  constructor(status: number, code: string) {
    const advice = MOVED.has(status) ? ': S3_ENDPOINT or S3_REGION is not that of the bucket' : '';
    super(`S3 answered ${status} ${code}${advice}`);
    this.status = status;
  }
}

export function bodyOf(bytes: Uint8Array): S3Body {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const pieces = function* () {
    for (let at = 0; at < bytes.length; at += PIECE_BYTES)
      yield bytes.subarray(at, at + PIECE_BYTES);
  };
  const read = () => Readable.from(pieces(), { objectMode: false });
  return { bytes: bytes.length, sha256, read };
}

/** Each piece that is taken starts the timeout again, so that it bounds silence and not slow lines. */
export const PIECE_BYTES = 64 * 1024;

/** Signed requests to a service that speaks the S3 protocol, with timeouts and retries. */
export class S3Requests {
  readonly #account: S3Account;
  readonly #timing: S3Timing;
  /** The library is loaded with the first message: most installations have no such storage. */
  #agent: Promise<Agent> | undefined;
  /** Keys derived from the secret, by day. */
  readonly #derivedKeys = new Map<string, ArrayBuffer>();

  constructor(account: S3Account, timing = TIMING) {
    this.#account = account;
    this.#timing = timing;
  }

  async close(): Promise<void> {
    await (await this.#agent)?.close();
  }

  /**
   * Sends a message and reads its answer, with a status of success or one about the key. Everything else is
   * tried again and then fails with `FilesUnavailable`.
   */
  async send<Found>(
    message: S3Message,
    read: (answer: S3Answer) => Promise<Found>,
  ): Promise<Found> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await read(await this.#sendOnce(message));
      } catch (error) {
        if (attempt >= ATTEMPTS || (error instanceof Refused && FINAL.has(error.status)))
          throw unavailable(error);
        await this.pause(attempt);
      }
    }
  }

  pause(attempt: number): Promise<void> {
    return sleep(this.#timing.retryAfterMs * 2 ** (attempt - 1) * (0.5 + Math.random() / 2));
  }

  async #sendOnce(message: S3Message): Promise<S3Answer> {
    const { method, path, query, headers, body = EMPTY, isLong = false } = message;
    const url = new URL(`${this.#account.endpoint}/${encodedPath(path)}`);
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value);
    const signer = new AwsV4Signer({
      ...this.#account,
      service: 's3',
      cache: this.#derivedKeys,
      method,
      url: url.href,
      headers: { ...headers, 'x-amz-content-sha256': body.sha256 },
    });
    const signed = await signer.sign();
    const { request } = await import('undici');
    this.#agent ??= agentOf(this.#timing);
    const hasBody = method === 'PUT' || method === 'POST';
    const answer = await request(signed.url, {
      method,
      headers: {
        ...Object.fromEntries(signed.headers),
        ...(hasBody ? { 'content-length': String(body.bytes) } : {}),
      },
      ...(hasBody && body.bytes > 0 ? { body: body.read() } : {}),
      dispatcher: await this.#agent,
      headersTimeout: this.#timing.timeoutMs * (isLong ? LONG : 1),
    });
    const { statusCode } = answer;
    if (statusCode < 300 || ABOUT_KEY.has(statusCode)) return answer;
    throw new Refused(statusCode, await codeOf(answer));
  }
}

async function agentOf({ timeoutMs }: S3Timing): Promise<Agent> {
  const { Agent } = await import('undici');
  return new Agent({
    connections: CONNECTIONS,
    connect: { timeout: timeoutMs },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  });
}

export function unavailable(cause: unknown): FilesUnavailable {
  if (cause instanceof FilesUnavailable) return cause;
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new FilesUnavailable(`The storage of files does not work: ${reason}`, { cause });
}

/** The whole answer as XML; an error inside an answer of success is thrown as one. */
export async function readXmlAnswer(answer: S3Answer) {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer.body) {
    bytes += chunk.length;
    if (bytes > MOST_XML_BYTES) throw new Error('S3 sent too long an answer');
    chunks.push(chunk);
  }
  const xml = readXml(Buffer.concat(chunks).toString('utf8'));
  if (xml.root === 'Error' && answer.statusCode < 300)
    throw new Refused(answer.statusCode, xml.fields['Code'] ?? '');
  return xml;
}

export async function ignoreBody({ body }: S3Answer): Promise<void> {
  await body.dump();
}

async function codeOf(answer: S3Answer): Promise<string> {
  const xml = await readXmlAnswer(answer).catch(() => undefined);
  return xml?.fields['Code'] ?? '';
}

function encodedPath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}
