import Fastify from 'fastify';
import { encodeId, newUuid } from '../../../server/src/platform/ids.ts';
import { me } from './connection.js';
import { countProducts, FIRST, insertCalculation, readCalculation, readPage } from './store.js';

// A route on a framework that someone wrote by hand for this one answer, on the data layer of the peers.

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

/** The row of a calculation as Trackway stores it, with its explanation and its snapshot, written again. */
const calculations = {};
for (const kind of ['MATERIAL', 'PRODUCT']) {
  app.post(`/calculation/${kind}`, async (_request, reply) => {
    calculations[kind] ??= await readCalculation(kind);
    const id = newUuid();
    await insertCalculation({ ...calculations[kind], id });
    reply.header('content-type', 'application/json; charset=utf-8');
    return `{"data":{"calculation":{"id":"${encodeId('calculation', id)}","co2eKg":${calculations[kind].co2e_kg}}}}`;
  });
}

await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
