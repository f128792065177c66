import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { portOf } from '../../../server/src/platform/testing.ts';
import type { Json, JsonObject } from '../client.ts';
import { assertPact } from './partner.ts';

/** A host system of PACT that behaves as a test wants. */
export type PeerServer = {
  readonly url: string;
  /** Footprints that it lists, one a page. */
  footprints: JsonObject[];
  /** Answers everything but the token endpoint; undefined behaves well. */
  misbehave: ((request: IncomingMessage, response: ServerResponse) => void) | undefined;
  /** Events that it took, oldest first. */
  readonly events: JsonObject[];
  /** Tokens that it gave. */
  tokens: number;
  /** Requests with a token that it refuses as expired. */
  refused: number;
  readonly close: () => Promise<void>;
};

export const SECRET = 'a secret: with / signs';

export async function startPeer(): Promise<PeerServer> {
  const server = createServer((request, response) => {
    answer(peer, request, response).catch((error) => response.destroy(error));
  });
  const peer: PeerServer = {
    url: `http://localhost:${await portOf(server)}/pact`,
    footprints: [],
    misbehave: undefined,
    events: [],
    tokens: 0,
    refused: 0,
    close: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return peer;
}

async function answer(
  peer: PeerServer,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '', peer.url);
  const body = await textOf(request);
  if (url.pathname === '/pact/.well-known/openid-configuration')
    return send(response, 200, { token_endpoint: `${peer.url}/oauth/token` });
  if (url.pathname === '/pact/oauth/token') {
    const basic = Buffer.from(String(request.headers.authorization).slice(6), 'base64').toString();
    if (basic !== `us:${encodeURIComponent(SECRET)}`)
      return send(response, 401, { code: 'AccessDenied', message: 'Unknown client.' });
    assert.equal(body, 'grant_type=client_credentials');
    peer.tokens += 1;
    return send(response, 200, { access_token: `token-${peer.tokens}`, expires_in: 3600 });
  }
  if (peer.misbehave !== undefined) return peer.misbehave(request, response);
  if (peer.refused > 0 && request.headers.authorization === 'Bearer token-1') {
    peer.refused -= 1;
    return send(response, 401, { code: 'TokenExpired', message: 'Expired.' });
  }
  const [, id] = /^\/pact\/3\/footprints\/(.+)$/.exec(url.pathname) ?? [];
  if (id !== undefined) {
    const data = peer.footprints.find((each) => each['id'] === id);
    return data === undefined
      ? send(response, 404, { code: 'NotFound', message: 'None.' })
      : send(response, 200, { data });
  }
  if (url.pathname === '/pact/3/footprints') {
    const at = Number(url.searchParams.get('at') ?? 0);
    const next = new URL(url);
    next.searchParams.set('at', String(at + 1));
    const link = at + 1 < peer.footprints.length ? { Link: `<${next}>; rel="next"` } : {};
    return send(response, 200, { data: peer.footprints.slice(at, at + 1) }, link);
  }
  assert.equal(url.pathname, '/pact/3/events');
  const event: JsonObject = JSON.parse(body);
  assertPact(String(event['type']).split('.')[4] ?? '', event);
  peer.events.push(event);
  response.writeHead(200).end();
}

function send(
  response: ServerResponse,
  status: number,
  body: Json,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}

/** A footprint of PACT 3.0 as a supplier states it. */
export function footprintOf(
  id: string,
  urn: string,
  kgCo2e: number,
  rest: JsonObject = {},
): JsonObject {
  return {
    id,
    specVersion: '3.0.4',
    created: new Date().toISOString(),
    status: 'Active',
    companyName: 'Mill',
    companyIds: ['urn:uuid:8f9c3a5e-0000-4000-8000-000000000001'],
    productDescription: 'Cloth',
    productIds: [urn],
    productNameCompany: 'Cloth 180',
    pcf: {
      declaredUnitOfMeasurement: 'kilogram',
      declaredUnitAmount: '1',
      productMassPerDeclaredUnit: '1',
      referencePeriodStart: '2025-01-01T00:00:00Z',
      referencePeriodEnd: '2026-01-01T00:00:00Z',
      geographyCountry: 'PT',
      pcfExcludingBiogenicUptake: String(kgCo2e),
      pcfIncludingBiogenicUptake: String(kgCo2e),
      fossilGhgEmissions: String(kgCo2e),
      fossilCarbonContent: '0',
      ipccCharacterizationFactors: ['AR6'],
      crossSectoralStandards: ['ISO14067'],
      exemptedEmissionsPercent: '0',
      primaryDataShare: '80',
    },
    ...rest,
  };
}
