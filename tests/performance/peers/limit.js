import Fastify from 'fastify';
import { encodeId, newUuid } from '../../../server/src/platform/ids.ts';
import { me } from './connection.js';
import { countProducts, FIRST, insertCalculation, readCalculation, readPage } from './store.js';

// The limit: what a route costs that someone wrote by hand for this one answer. It takes the same
// request and knows neither GraphQL nor keys nor limits.

const app = Fastify();
const cursorOf = (row) => `"${Buffer.from(row[0]).toString('base64url')}"`;

app.post('/graphql', async (request, reply) => {
  const after = request.body.variables?.after;
  const [rows, total] = await Promise.all([
    readPage(after == null ? undefined : Buffer.from(after, 'base64url').toString()),
    countProducts(),
  ]);
  const count = Math.min(rows.length, FIRST);
  let edges = '';
  for (let index = 0; index < count; index += 1) {
    const [id, name] = rows[index];
    edges += `${index === 0 ? '' : ','}{"node":{"id":"${encodeId('product', id)}","name":${JSON.stringify(name)}}}`;
  }
  const start = count > 0 ? cursorOf(rows[0]) : 'null';
  const end = count > 0 ? cursorOf(rows[count - 1]) : 'null';
  reply.header('content-type', 'application/json; charset=utf-8');
  return `{"data":{"products":{"edges":[${edges}],"pageInfo":{"hasNextPage":${rows.length > FIRST},"hasPreviousPage":${after != null},"startCursor":${start},"endCursor":${end}},"totalCount":${total}}}}`;
});

app.post('/me', async (_request, reply) => {
  reply.header('content-type', 'application/json; charset=utf-8');
  return JSON.stringify({ data: { me: me() } });
});

/** A calculation with its explanation and its snapshot, as Trackway stores them, written again. */
let calculation;
app.post('/calculation', async (_request, reply) => {
  calculation ??= await readCalculation();
  const id = newUuid();
  await insertCalculation([...calculation.slice(0, 2), id, ...calculation.slice(2)]);
  reply.header('content-type', 'application/json; charset=utf-8');
  return `{"data":{"calculateMaterial":{"calculation":{"id":"${encodeId('calculation', id)}","co2eKg":${calculation[4]}}}}}`;
});

await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
