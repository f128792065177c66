import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { S3Account } from '../server/src/platform/files/index.ts';
import { portOf } from '../server/src/platform/testing.ts';

/** A failure that a request meets. */
export type Fault =
  /** 503, as S3 answers when it gets too many requests. */
  | 'SLOW_DOWN'
  | 'DENIED'
  /** 301, as a region answers whose bucket is in another one. */
  | 'MOVED'
  /** The connection is open and silent. */
  | 'SILENT'
  /** Half of the answer, then the end of the connection. */
  | 'CUT'
  /** Half of the answer, then silence. */
  | 'STALLED'
  /** A byte of the request changes on its way. */
  | 'WRONG_BYTE'
  /** The work is done, and the connection breaks before the answer. */
  | 'LOST_ANSWER'
  /** Status 200 with an error in the body. */
  | 'ERROR_IN_200';

export type FakeS3 = {
  readonly account: S3Account;
  /** Taken one by one by the requests that match. */
  readonly faults: { readonly match: RegExp; readonly fault: Fault }[];
  /** `METHOD path?query` of each request. */
  readonly seen: string[];
  readonly objects: Map<string, { bytes: Buffer; writtenAt: Date }>;
  readonly uploads: Map<string, { key: string; begunAt: Date; parts: Map<number, Buffer> }>;
  readonly stop: () => Promise<void>;
};

const LIST_LENGTH = 2;
const ACCOUNT = { region: 'eu-test-1', accessKeyId: 'fake', secretAccessKey: 'fake secret' };

type Answer = { status: number; body?: Buffer | string; headers?: Record<string, string> };

/** A bucket in memory that checks signatures and hashes by itself, gives short lists and fails on request. */
export async function startFakeS3(): Promise<FakeS3> {
  const state: State = { faults: [], seen: [], objects: new Map(), uploads: new Map() };
  const server = createServer((request, response) => {
    void answerTo(state, request, response).catch(() => response.destroy());
  });
  return {
    ...state,
    account: { ...ACCOUNT, endpoint: `http://127.0.0.1:${await portOf(server)}` },
    stop: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

type State = Omit<FakeS3, 'account' | 'stop'>;

async function answerTo(
  state: State,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const line = `${request.method} ${request.url}`;
  state.seen.push(line);
  const at = state.faults.findIndex(({ match }) => match.test(line));
  const [found] = at < 0 ? [] : state.faults.splice(at, 1);
  const fault = found?.fault;
  const body = await buffer(request);
  if (fault === 'SILENT') return;
  if (fault === 'WRONG_BYTE') body.writeUInt8(body.readUInt8(0) ^ 1, 0);
  if (fault === 'SLOW_DOWN') return send(response, failure(503, 'SlowDown'));
  if (fault === 'MOVED') return send(response, failure(301, 'PermanentRedirect'));
  if (fault === 'DENIED') return send(response, failure(403, 'AccessDenied'));
  if (fault === 'ERROR_IN_200') return send(response, failure(200, 'InternalError'));
  const answer = problemOf(request, body) ?? handle(state, request, body);
  if (fault === 'LOST_ANSWER') return void response.destroy();
  if (fault !== 'CUT' && fault !== 'STALLED') return send(response, answer);
  const whole = Buffer.from(answer.body ?? '');
  response.writeHead(answer.status, { ...answer.headers, 'content-length': whole.length });
  response.write(whole.subarray(0, whole.length / 2), () => {
    if (fault === 'CUT') response.destroy();
  });
}

function send(response: ServerResponse, { status, body = '', headers }: Answer): void {
  response.writeHead(status, { 'content-length': Buffer.byteLength(body), ...headers }).end(body);
}

function failure(status: number, code: string): Answer {
  return { status, body: `<?xml version="1.0"?>\n<Error><Code>${code}</Code></Error>` };
}

function handle(state: State, request: IncomingMessage, body: Buffer): Answer {
  const url = new URL(request.url ?? '', 'http://fake');
  const [, , ...rest] = url.pathname.split('/').map(decodeURIComponent);
  const key = rest.join('/');
  const { searchParams: query } = url;
  if (key === '') return query.has('uploads') ? listUploads(state) : list(state, query);
  if (query.has('uploads') || query.has('uploadId'))
    return upload(state, request, key, query, body);
  const object = state.objects.get(key);
  if (request.method === 'PUT') {
    state.objects.set(key, { bytes: body, writtenAt: new Date() });
    return { status: 200 };
  }
  if (request.method === 'DELETE') {
    state.objects.delete(key);
    return { status: 204 };
  }
  if (object === undefined) return failure(404, 'NoSuchKey');
  const { bytes, writtenAt } = object;
  const headers = { etag: `"${hashOf(bytes)}"`, 'last-modified': writtenAt.toUTCString() };
  if ((request.headers['if-match'] ?? headers.etag) !== headers.etag)
    return failure(412, 'PreconditionFailed');
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
  if (from === undefined) {
    const length = { 'content-length': String(bytes.length) };
    const shown = request.method === 'HEAD' ? '' : bytes;
    return { status: 200, body: shown, headers: { ...headers, ...length } };
  }
  if (Number(from) >= bytes.length) return failure(416, 'InvalidRange');
  const end = to === '' ? bytes.length : Number(to) + 1;
  return { status: 206, body: bytes.subarray(Number(from), end), headers };
}

function upload(
  { objects, uploads }: State,
  { method }: IncomingMessage,
  key: string,
  query: URLSearchParams,
  body: Buffer,
): Answer {
  const id = query.get('uploadId') ?? `upload-${uploads.size + 1}`;
  if (query.has('uploads')) {
    uploads.set(id, { key, begunAt: new Date(), parts: new Map() });
    const named = `<UploadId>${id}</UploadId>`;
    return {
      status: 200,
      body: `<InitiateMultipartUploadResult>${named}</InitiateMultipartUploadResult>`,
    };
  }
  const found = uploads.get(id);
  if (found === undefined) return failure(404, 'NoSuchUpload');
  if (method === 'DELETE') {
    uploads.delete(id);
    return { status: 204 };
  }
  if (method === 'PUT') {
    found.parts.set(Number(query.get('partNumber')), body);
    return { status: 200, headers: { etag: `"${hashOf(body)}"` } };
  }
  const wanted = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>"(.*?)"/g)];
  const parts = wanted.flatMap(([, number, etag]) => {
    const part = found.parts.get(Number(number));
    return part !== undefined && hashOf(part) === etag ? [part] : [];
  });
  if (parts.length !== wanted.length) return failure(400, 'InvalidPart');
  const isSmall = parts.slice(0, -1).some(({ length }) => length < 5 * 1024 ** 2);
  if (isSmall) return failure(400, 'EntityTooSmall');
  objects.set(key, { bytes: Buffer.concat(parts), writtenAt: new Date() });
  uploads.delete(id);
  return {
    status: 200,
    body: '\n<CompleteMultipartUploadResult><Key>k</Key></CompleteMultipartUploadResult>',
  };
}

function list({ objects }: State, query: URLSearchParams): Answer {
  const after = query.get('continuation-token') ?? '';
  const keys = [...objects.keys()]
    .filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after)
    .sort();
  const page = keys.slice(0, LIST_LENGTH).flatMap((key) => {
    const object = objects.get(key);
    if (object === undefined) return [];
    const { bytes, writtenAt } = object;
    const owner = '<Owner><ID>1</ID></Owner>';
    return `<Contents><Key>${key}</Key><LastModified>${writtenAt.toISOString()}</LastModified><Size>${bytes.length}</Size>${owner}</Contents>`;
  });
  const isMore = keys.length > LIST_LENGTH;
  const token = isMore
    ? `<NextContinuationToken>${keys[LIST_LENGTH - 1]}</NextContinuationToken>`
    : '';
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult><Name>b</Name>\n${page.join('\n')}<IsTruncated>${isMore}</IsTruncated>${token}</ListBucketResult>`;
  return { status: 200, body };
}

function listUploads({ uploads }: State): Answer {
  const items = [...uploads].map(
    ([id, { key, begunAt }]) =>
      `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${begunAt.toISOString()}</Initiated></Upload>`,
  );
  return {
    status: 200,
    body: `<ListMultipartUploadsResult>${items.join('')}</ListMultipartUploadsResult>`,
  };
}

/** Checks the hash of the body and Signature Version 4, as AWS documents it. */
function problemOf(request: IncomingMessage, body: Buffer): Answer | undefined {
  const { headers, method = '', url = '' } = request;
  const hash = String(headers['x-amz-content-sha256']);
  if (hash !== hashOf(body)) return failure(400, 'XAmzContentSHA256Mismatch');
  const date = String(headers['x-amz-date']);
  const [path = '', search = ''] = url.split('?');
  const [, names = ''] = /SignedHeaders=([^,]+)/.exec(headers.authorization ?? '') ?? [];
  const canonical = [
    method,
    path,
    search.split('&').sort().join('&'),
    ...names.split(';').map((name) => `${name}:${headers[name]}`),
    '',
    names,
    hash,
  ].join('\n');
  const day = date.slice(0, 8);
  const place = `${day}/${ACCOUNT.region}/s3/aws4_request`;
  const text = `AWS4-HMAC-SHA256\n${date}\n${place}\n${hashOf(canonical)}`;
  const key = [day, ACCOUNT.region, 's3', 'aws4_request'].reduce<Buffer | string>(
    (secret, word) => createHmac('sha256', secret).update(word).digest(),
    `AWS4${ACCOUNT.secretAccessKey}`,
  );
  const signature = createHmac('sha256', key).update(text).digest('hex');
  const isSigned =
    ['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) =>
      names.split(';').includes(name),
    ) && headers.authorization?.endsWith(`Signature=${signature}`) === true;
  return isSigned ? undefined : failure(403, 'SignatureDoesNotMatch');
}

function hashOf(data: Buffer | string): string {
  return createHash('sha256').update(data).digest('hex');
}
