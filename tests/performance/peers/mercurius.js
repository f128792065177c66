import Fastify from 'fastify';
import mercurius from 'mercurius';
import { resolvers, typeDefs } from './schema.js';

// `jit: 1` compiles a document with graphql-jit from its second request on.
const app = Fastify();
await app.register(mercurius, { schema: typeDefs, resolvers, jit: 1 });
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
