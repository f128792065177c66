import { ServerResponse } from 'node:http';
import { REQUEST_LIMITS } from './limits/request-limits.ts';

/** In pieces of a byte a body takes CPU time; in those of a network these are 30 MB or more. */
const MOST_PIECES = 20_000;

/**
 * An answer that a client can read although it still sends its body: what comes is thrown away, for a while, and then the
 * answer ends. A connection that closes earlier is reset, and most clients never see why (lingering close).
 */
export class PatientResponse extends ServerResponse {
  override end(callback?: () => void): this;
  override end(chunk: unknown, callback?: () => void): this;
  override end(chunk: unknown, encoding: BufferEncoding, callback?: () => void): this;
  override end(
    chunk?: unknown,
    encoding?: BufferEncoding | (() => void),
    callback?: () => void,
  ): this {
    const charset = typeof encoding === 'string' ? encoding : 'utf8';
    const { req: request } = this;
    if (request.complete || request.destroyed || !hasBody(this))
      return super.end(chunk, charset, callback);
    if (chunk !== undefined) this.write(chunk, charset);
    const cutOff = setTimeout(() => request.destroy(), REQUEST_LIMITS.requestMs);
    request.once('close', () => {
      clearTimeout(cutOff);
      super.end(callback);
    });
    let pieces = 0;
    request.removeAllListeners('data').on('data', () => {
      pieces += 1;
      if (pieces > MOST_PIECES) request.destroy();
    });
    request.resume();
    return this;
  }
}

function hasBody({ req: { headers } }: ServerResponse): boolean {
  return 'content-length' in headers || 'transfer-encoding' in headers;
}
