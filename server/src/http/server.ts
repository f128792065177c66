import fastify, { type FastifyInstance } from 'fastify';
import { query } from '../platform/database/index.ts';
import { isUpload, serveBulk } from './bulk-route.ts';
import { type GraphQLDependencies, serveGraphQL } from './graphql-route.ts';
import type { Metrics } from './metrics.ts';
import { cutOffSlowBodies } from './slow-bodies.ts';

const SLOW_BODY_MS = 15_000;
const KEEP_ALIVE_MS = 65_000;

/** The HTTP server with all its routes, ready to listen. */
export function createHttpServer(
  dependencies: GraphQLDependencies & { readonly metricsPort: number | undefined },
): FastifyInstance {
  const app = fastify({
    logger: false,
    requestTimeout: 0,
    keepAliveTimeout: KEEP_ALIVE_MS,
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true },
  });
  cutOffSlowBodies(app, SLOW_BODY_MS, isUpload);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

  serveGraphQL(app, dependencies);
  serveBulk(app, { ...dependencies, files: dependencies.services.bulk.files });

  if (dependencies.metricsPort === undefined) serveMetrics(app, dependencies.metrics);
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
    reply.code(404).send({
      error: 'There is nothing here. The API is at POST /graphql and POST /sandbox/graphql.',
    }),
  );
  return app;
}

/** Only metrics, on a port of its own. */
export function createMetricsServer(metrics: Metrics): FastifyInstance {
  const app = fastify({ logger: false });
  serveMetrics(app, metrics);
  return app;
}

function serveMetrics(app: FastifyInstance, metrics: Metrics): void {
  app.get('/metrics', async (_request, reply) =>
    reply.header('Content-Type', metrics.contentType).send(await metrics.text()),
  );
}
