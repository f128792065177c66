import { createServer, type RequestListener } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import fastify, { type FastifyInstance } from 'fastify';
import { type DatabaseWatch, forTenant, STRANGERS } from '../platform/database/index.ts';
import type { Disk } from '../platform/disk.ts';
import type { Files } from '../platform/files/index.ts';
import { answerBrokenHttp } from './broken-http.ts';
import { corsPolicy } from './cors.ts';
import { type GraphQLDependencies, GraphQLEndpoint } from './graphql-endpoint.ts';
import { KnownPaths } from './known-paths.ts';
import { createBounds } from './limits/bounds.ts';
import type { ClientAddress } from './limits/client-address.ts';
import { REQUEST_LIMITS } from './limits/request-limits.ts';
import type { Metrics } from './metrics.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { isPactAddress, pactRefusal } from './pact/pact-errors.ts';
import { registerPactRoutes } from './pact/pact-routes.ts';
import { PatientResponse } from './patient-response.ts';
import { type PublicDependencies, PublicEndpoint } from './public/public-endpoint.ts';
import { type AppDependencies, refuseAppRequest, registerAppRoutes } from './routes/app-routes.ts';
import { registerAssetRoute } from './routes/asset-route.ts';
import { registerBrandRoute } from './routes/brand-route.ts';
import { registerBulkRoutes } from './routes/bulk-route.ts';
import { registerDocsPages } from './routes/docs-pages.ts';
import { registerDppWriteRoutes, writesDpp } from './routes/dpp-write-routes.ts';
import { registerDraftPageRoute } from './routes/draft-page-route.ts';
import { registerPackageRoute } from './routes/package-route.ts';
import { registerPages, sendPage, wantsPage } from './routes/pages.ts';
import { StaticFiles } from './routes/static-files.ts';
import { SECURITY_HEADERS } from './security-headers.ts';

const KEEP_ALIVE_MS = 65_000;
const LAST_ANSWERS_MS = 300;

const TIMEOUTS = {
  // A client that sends nothing of its body and reads nothing of its answer is disconnected.
  timeout: 60_000,
  // None for whole requests: an upload may take hours. The routes look after their bodies themselves.
  requestTimeout: 0,
  // Without a word of it Node would give headers as long as whole requests.
  headersTimeout: REQUEST_LIMITS.requestMs,
  connectionsCheckingInterval: REQUEST_LIMITS.requestMs / 3,
  keepAliveTimeout: KEEP_ALIVE_MS,
};

export type HttpServer = ReturnType<typeof createHttpServer>;

type Given = Omit<GraphQLDependencies & AppDependencies & PublicDependencies, 'bounds'> & {
  readonly clientAddress: ClientAddress;
  readonly metricsPort: number | undefined;
  readonly corsOrigins: readonly string[];
  /** Folder of the built dashboard and docs. */
  readonly pagesFolder: string;
  /** False in a process that only runs jobs or serves a back-up. */
  readonly hasApi: boolean;
  /** Place of packages of passports in the role of back-up. */
  readonly packages: { readonly files: Files; readonly token: string | undefined } | undefined;
  /** True if it answers the public paths of passports. */
  readonly hasPublicPaths: boolean;
  /** True once the process is about to stop: it is not ready for new clients. */
  readonly isLeaving: () => boolean;
  readonly database: DatabaseWatch;
};

type Dependencies = Given & Pick<GraphQLDependencies, 'bounds'>;

/** The HTTP server with all its routes, ready to listen. */
export function createHttpServer(given: Given): FastifyInstance {
  const bounds = createBounds(given.clientAddress);
  const dependencies = { ...given, bounds };
  const graphql = new GraphQLEndpoint(dependencies);
  const publicPaths = new PublicEndpoint(dependencies);
  const app = fastify({
    logger: false,
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true },
    frameworkErrors: ({ code }, { url }, { raw }) => {
      const message =
        code === 'FST_ERR_MAX_PARAM_LENGTH'
          ? 'A part of the address has more than 100 characters, which nothing here has.'
          : 'The address is not valid percent-encoded UTF-8.';
      const body = JSON.stringify(refusalAt(url, 400, message));
      raw.writeHead(400, { 'Content-Type': 'application/json' }).end(body);
    },
    clientErrorHandler: (error, socket) => answerBrokenHttp(error, socket, SECURITY_HEADERS),
    serverFactory: (answerOthers) =>
      createServer(
        { ...TIMEOUTS, ServerResponse: PatientResponse },
        oneAtATime(forStrangers(listenerOf(dependencies, { graphql, publicPaths, answerOthers }))),
      ),
  });
  app.addHook('preClose', async () => {
    // Clients with open connections learn from an answer that they close, instead of by a reset.
    graphql.announceEnd();
    publicPaths.announceEnd();
    await sleep(LAST_ANSWERS_MS);
    graphql.close();
    publicPaths.close();
    bounds.close();
  });
  // Bodies are left alone: the routes here have none, but for uploads, which read their own.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _body, done) => done(null));
  registerRoutes(app, dependencies);
  return app;
}

/** The caller of a request is a stranger until it is identified. */
function forStrangers(answer: RequestListener): RequestListener {
  return (request, response) => forTenant(STRANGERS, () => answer(request, response));
}

type Endpoints = {
  readonly graphql: GraphQLEndpoint;
  readonly publicPaths: PublicEndpoint;
  readonly answerOthers: RequestListener;
};

/** GraphQL and the public paths of passports are answered without the framework, which costs CPU time. */
function listenerOf(
  { hasApi, hasPublicPaths, corsOrigins }: Dependencies,
  { graphql, publicPaths, answerOthers }: Endpoints,
): RequestListener {
  const answerPreflight = corsPolicy(corsOrigins);
  return (request, response) => {
    const isGraphQL = hasApi && graphql.isAt(request.url ?? '');
    const isWrite = !isGraphQL && hasApi && writesDpp(request);
    if (hasPublicPaths && !isGraphQL && !isWrite && publicPaths.isAt(request.url ?? '')) {
      publicPaths.answer(request, response);
      return;
    }
    // The answers to GraphQL bring them along, which is quicker than setting them one by one.
    if (!isGraphQL || request.method === 'OPTIONS')
      for (const [name, value] of SECURITY_HEADERS) response.setHeader(name, value);
    if (hasApi && answerPreflight(request, response)) return;
    if (isGraphQL) void graphql.answer(request, response);
    else answerOthers(request, response);
  };
}

function registerRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { hasApi, packages } = dependencies;
  const paths = new KnownPaths(app);
  const files = new StaticFiles(dependencies.pagesFolder);
  if (hasApi) {
    registerBulkRoutes(app, dependencies);
    registerDppWriteRoutes(app, dependencies);
    registerDraftPageRoute(app, dependencies);
    registerPactRoutes(app, dependencies);
  }
  app.register(async (scope) => {
    scope.setErrorHandler((error, request, reply) =>
      refuseAppRequest(error, request, reply, dependencies.log),
    );
    if (hasApi) {
      registerPages(scope, files);
      registerDocsPages(scope, files, dependencies);
    }
    scope.register(async (bounded) => registerBoundedRoutes(bounded, dependencies));
  });
  if (packages?.token !== undefined)
    registerPackageRoute(app, { files: packages.files, token: packages.token });
  if (dependencies.metricsPort === undefined) serveMetrics(app, dependencies.metrics);
  registerHealthRoutes(app, dependencies);
  app.setNotFoundHandler((request, reply) => {
    const { method, url } = request;
    const allowed = paths.allowedAt(url);
    if (allowed !== undefined && !allowed.split(', ').includes(method))
      return reply
        .code(405)
        .header('Allow', allowed)
        .send(refusalAt(url, 405, `This address takes ${allowed} only.`));
    reply.code(404);
    if (hasApi && wantsPage(request)) return sendPage(request, reply, files);
    return reply.send(refusalAt(url, 404, hasApi ? nothingAt(url) : NO_API));
  });
}

const NO_API = 'There is nothing here. This process does not answer the API.';

function nothingAt(url: string): string {
  return isPactAddress(url)
    ? 'There is nothing here. PACT 3.0 has /3/footprints, /3/footprints/{id} and /3/events.'
    : 'There is nothing here. The API is at POST /graphql and POST /sandbox/graphql.';
}

/** A refusal as clients of an address read it. */
function refusalAt(url: string, status: number, message: string) {
  return isPactAddress(url) ? pactRefusal(status, message) : { error: message };
}

/** Routes whose requests count against the budget of their client address. */
function registerBoundedRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { bounds, hasApi, hasPublicPaths } = dependencies;
  app.addHook('onRequest', async ({ raw }, reply) => {
    bounds.budget.spend(raw, 1);
    const address = bounds.budget.addressOf(raw);
    reply.raw.once('prefinish', () => bounds.unread.add(address, reply.raw));
  });
  if (hasApi) {
    registerAppRoutes(app, dependencies);
    registerAssetRoute(app, dependencies);
  }
  // Public pages of passports show logos, those of a back-up too.
  if (hasPublicPaths) registerBrandRoute(app, dependencies);
}

function registerHealthRoutes(
  app: FastifyInstance,
  { isLeaving, database, services }: Dependencies,
): void {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    if (isLeaving())
      return reply.code(503).send({ status: 'leaving', reason: 'The process is about to stop.' });
    if (!database.isAnswering)
      return reply
        .code(503)
        .send({ status: 'unavailable', reason: 'The database does not answer.' });
    return { status: 'ready', ...refusedByDisk(services.disk) };
  });
}

/** Reads go on when the disk is full, so the service stays ready. */
function refusedByDisk({ refused, reason }: Disk) {
  return reason === undefined ? {} : { refused, reason };
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
