import { type Agent, request } from 'node:http';

export type Target = { readonly endpoint: string; readonly key: string };

export type Answered = {
  readonly status: number;
  readonly bytes: number;
  /** The first 100 kB. */
  readonly text: string;
  /** The last piece, with the extensions. */
  readonly end: string;
};

const KEPT_BYTES = 100_000;
/** As many as 45 empty fields and the extensions have. */
const END_CHARACTERS = 1_000;

export function send(agent: Agent, { endpoint, key }: Target, body: string): Promise<Answered> {
  const headers = {
    'x-api-key': key,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  };
  return answered(request(endpoint, { agent, method: 'POST', headers }), body);
}

export function get(agent: Agent, url: string): Promise<Answered> {
  return answered(request(url, { agent }), '');
}

function answered(sent: ReturnType<typeof request>, body: string): Promise<Answered> {
  const { promise, resolve, reject } = Promise.withResolvers<Answered>();
  sent.on('error', reject);
  sent.on('response', (response) => {
    let [bytes, text, end] = [0, '', ''];
    response.on('data', (piece: Buffer) => {
      bytes += piece.length;
      end = (end + piece.toString('latin1')).slice(-END_CHARACTERS);
      if (text.length < KEPT_BYTES) text += piece.toString('latin1');
    });
    response.on('error', reject);
    response.on('end', () => resolve({ status: response.statusCode ?? 0, bytes, text, end }));
  });
  sent.end(body);
  return promise;
}
