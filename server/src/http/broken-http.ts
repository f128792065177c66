import type { Socket } from 'node:net';
import { encodeId, newUuid } from '../platform/ids.ts';
import { ApiError } from '../rules/errors/api-error.ts';
import { errorResponse, responseExtensions } from './respond.ts';

type Refusal = { readonly status: string; readonly error: ApiError };

/** Refusals by Node itself, before there is a request, by the code of its error. */
const REFUSALS: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    error: new ApiError('BAD_REQUEST', 'The headers of the request are larger than 16 kB.'),
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    error: new ApiError('TIMEOUT', 'The headers of the request took longer than 15 seconds.'),
  },
};
const BROKEN: Refusal = {
  status: '400 Bad Request',
  error: new ApiError('BAD_REQUEST', 'The request is not HTTP/1.1.'),
};

/** Answers what Node cannot read as a request in the form of every other refusal, and hangs up. */
export function answerBrokenHttp(
  error: Error & { readonly code?: string },
  socket: Socket,
  headers: readonly (readonly [string, string])[],
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const refusal = REFUSALS[error.code ?? ''] ?? BROKEN;
  const requestId = encodeId('request', newUuid());
  const { errors } = errorResponse(refusal.error, 'application/json');
  const extensions = responseExtensions(requestId, 0, undefined);
  const body = JSON.stringify({ errors, extensions });
  const lines = [
    `HTTP/1.1 ${refusal.status}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}
