import fastify, { type FastifyInstance } from 'fastify';
import { query } from '../platform/database/index.ts';
import { type GraphQLDependencies, serveGraphQL } from './graphql-route.ts';

const SLOW_BODY_MS = 15_000;
const KEEP_ALIVE_MS = 65_000;

/** The HTTP server with all its routes, ready to listen. */
export function createHttpServer(dependencies: GraphQLDependencies): FastifyInstance {
  const app = fastify({
    logger: false,
    requestTimeout: SLOW_BODY_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true },
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

  serveGraphQL(app, dependencies);

  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    try {
      await query(dependencies.db, 'select 1 as ready');
      return { status: 'ready' };
    } catch {
      return reply
        .code(503)
        .send({ status: 'unavailable', reason: 'The database does not answer.' });
    }
  });
  app.setNotFoundHandler((_request, reply) =>
    reply
      .code(404)
      .send({
        error: 'There is nothing here. The API is at POST /graphql and POST /sandbox/graphql.',
      }),
  );
  return app;
}
