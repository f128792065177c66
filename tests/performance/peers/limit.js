import { createServer } from 'node:http';
import { encodeId } from '../../../server/src/platform/ids.ts';
import { me } from './connection.js';
import { STATEMENTS, TENANT } from './store.js';
import { execution, openWire, SYNC } from './wire.js';

// The limit: this one answer on node:http, its rows read from the wire, its JSON written by hand. It takes
// the same request and knows neither GraphQL nor keys nor limits.

const CONNECTIONS = 2;
const wires = await Promise.all(
  Array.from({ length: CONNECTIONS }, () => openWire(process.env.DATABASE_URL, STATEMENTS)),
);
let turn = 0;
const count = execution('count', TENANT);
const firstPages = { 2: execution('firstPage', TENANT), 8: execution('firstWidePage', TENANT) };

const cursorOf = ([id]) => `"${Buffer.from(id).toString('base64url')}"`;
const text = (value) => (value === null ? 'null' : JSON.stringify(value));

const NODES = {
  2: ([id, name]) => `{"id":"${encodeId('product', id)}","name":${text(name)}}`,
  8: ([id, name, externalId, sku, status, netMassKg, version, createdAt]) =>
    `{"id":"${encodeId('product', id)}","name":${text(name)},"externalId":${text(externalId)},"sku":${text(sku)},"status":"${status}","netMassKg":${netMassKg},"version":${version},"createdAt":"${new Date(createdAt).toISOString()}"}`,
};

async function page({ query, variables }) {
  const width = query.includes('externalId') ? 8 : 2;
  const after = variables.after && Buffer.from(variables.after, 'base64url').toString();
  const rows = after
    ? execution(width === 8 ? 'laterWidePage' : 'laterPage', [...TENANT, after])
    : firstPages[width];
  turn = (turn + 1) % CONNECTIONS;
  const found = await wires[turn].send([rows, count, SYNC]);
  const [total] = found.pop();
  const shown = found.slice(0, 50);
  const edges = shown.map((row) => `{"node":${NODES[width](row)}}`).join(',');
  const [first, last] = [shown[0], shown.at(-1)].map((row) => (row ? cursorOf(row) : 'null'));
  return `{"data":{"products":{"edges":[${edges}],"pageInfo":{"hasNextPage":${found.length > 50},"hasPreviousPage":${after !== undefined},"startCursor":${first},"endCursor":${last}},"totalCount":${total}}}}`;
}

const ROUTES = {
  '/graphql': page,
  '/me': () => JSON.stringify({ data: { me: me() } }),
};

createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', async () => {
    const body = chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
    const answer = request.method === 'POST' ? await ROUTES[request.url](JSON.parse(body)) : '';
    response.writeHead(200, {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(answer),
    });
    response.end(answer);
  });
}).listen(Number(process.env.PORT), '127.0.0.1');
