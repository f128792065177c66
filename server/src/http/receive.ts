import type { IncomingMessage } from 'node:http';
import { isObject } from '../platform/json/index.ts';
import { ApiError } from '../rules/errors/api-error.ts';
import type { GraphQLRequest } from './admit.ts';
import { parseJson } from './parse-json.ts';

const NOTHING: Buffer = Buffer.alloc(0);
const UTF8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The client is gone and will not read it; it prevents a disconnect from being logged as our fault.
 */
const BROKEN_OFF = new ApiError('BAD_REQUEST', 'The request broke off before its end.');
const IN_CRUMBS = new ApiError(
  'PAYLOAD_TOO_LARGE',
  'The request body comes in too many pieces of a few bytes; send larger pieces.',
);

/** Pieces that the smallest bodies may come in, and the average size that is expected of more. */
const FREE_PIECES = 1_000;
const LEAST_PIECE_BYTES = 64;

/**
 * The whole body of a request; one that is too large is refused at the latest when it has grown so. Pieces are copied
 * together as they come: a piece of one byte takes several hundred while it is kept.
 */
export function readBody(
  request: IncomingMessage,
  mostBytes: number,
  signal?: AbortSignal,
): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const declaredBytes = Number(request.headers['content-length'] ?? 0);
  let received = NOTHING;
  let bytes = 0;
  let pieces = 0;
  const refuse = (refusal: unknown): void => {
    request.pause();
    reject(refusal);
  };
  const add = (piece: Buffer): void => {
    if (bytes === 0) received = piece;
    else {
      const leastBytes = bytes + piece.length;
      if (leastBytes > received.length) received = grown(received, declaredBytes || 2 * leastBytes);
      piece.copy(received, bytes);
    }
    bytes += piece.length;
  };
  // Gone while it was identified: nothing would ever come, not even its end.
  if (request.destroyed) reject(BROKEN_OFF);
  else if (declaredBytes > mostBytes) refuse(tooLarge(mostBytes));
  else {
    request.on('data', (piece: Buffer) => {
      pieces += 1;
      if (bytes + piece.length > mostBytes) refuse(tooLarge(mostBytes));
      else if (pieces > FREE_PIECES + bytes / LEAST_PIECE_BYTES) refuse(IN_CRUMBS);
      else add(piece);
    });
    request.on('end', () =>
      resolve(bytes === received.length ? received : received.subarray(0, bytes)),
    );
    request.on('close', () => reject(BROKEN_OFF));
    signal?.addEventListener('abort', () => refuse(signal.reason), { once: true });
  }
  return promise;
}

function grown(received: Buffer, toBytes: number): Buffer {
  const larger = Buffer.allocUnsafeSlow(toBytes);
  received.copy(larger);
  return larger;
}

function tooLarge(mostBytes: number): ApiError {
  return new ApiError(
    'PAYLOAD_TOO_LARGE',
    `The request body is larger than ${mostBytes.toLocaleString('en')} bytes; use bulkImport for large data.`,
  );
}

/**
 * Parses the bytes of a request body as a GraphQL request; throws an ApiError that names the fault.
 */
export function readGraphQLRequest(body: Buffer): GraphQLRequest {
  const value = parseJson(decode(body));
  if (Array.isArray(value))
    throw badRequest('Batches are not taken: send one request object at a time.');
  if (typeof value !== 'object' || value === null)
    throw badRequest('The request body must be a JSON object.');
  const query = 'query' in value ? value.query : undefined;
  const variables = 'variables' in value ? value.variables : undefined;
  const operationName = 'operationName' in value ? value.operationName : undefined;
  const extensions = 'extensions' in value ? value.extensions : undefined;
  if (typeof query !== 'string')
    throw badRequest('"query" must be the GraphQL document, as a string.');
  if (query === '')
    throw badRequest('"query" is empty: send a GraphQL document, such as "{ me { name } }".');
  if (operationName !== undefined && operationName !== null && typeof operationName !== 'string') {
    throw badRequest('"operationName" must be a string.');
  }
  if (extensions !== undefined && extensions !== null && !isObject(extensions)) {
    throw badRequest('"extensions" must be an object.');
  }
  if (variables !== undefined && variables !== null && !isObject(variables)) {
    throw badRequest('"variables" must be an object.');
  }
  const dryRun = extensions?.['dryRun'] ?? false;
  if (typeof dryRun !== 'boolean') throw badRequest('"extensions.dryRun" must be true or false.');
  return {
    query,
    variables: variables ?? {},
    operationName: operationName ?? undefined,
    isDryRun: dryRun,
  };
}

function decode(body: Buffer): string {
  if (body.length === 0)
    throw badRequest('The request body is empty; it must be a JSON object with "query".');
  try {
    return UTF8.decode(body);
  } catch {
    throw badRequest('The request body is not valid UTF-8.');
  }
}

function badRequest(message: string): ApiError {
  return new ApiError('BAD_REQUEST', message);
}
