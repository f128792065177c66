import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RateLimit } from '../domains/limits/index.ts';
import {
  createByDocument,
  type Dpp,
  type DppContent,
  deleteDpp,
  passportUrl,
  patchByDocument,
  writtenDocument,
} from '../domains/passports/index.ts';
import type { Trust } from '../domains/trust/index.ts';
import { decodeId } from '../platform/ids.ts';
import type { Logger } from '../platform/log.ts';
import { assertAllowed } from '../rules/access.ts';
import { actorOf } from '../rules/actor.ts';
import {
  type ApiError,
  badInput,
  notFound,
  outcomeUnknown,
  type Problem,
  requestTimeout,
} from '../rules/api-error.ts';
import type { Caller, RequestFacts } from '../rules/context.ts';
import { runMutation } from '../rules/idempotency.ts';
import { problem } from '../rules/problems.ts';
import { findUnsafeText } from '../rules/unsafe-text.ts';
import type { AuditedTx } from '../rules/work.ts';
import type { Deadlines } from './deadlines.ts';
import { errorHeaders, headerOf, identify } from './identify.ts';
import { parseJson } from './json.ts';
import {
  admitCaller,
  type KeyedDependencies,
  ROOTS,
  registerKeyedRoutes,
  requestIdOf,
} from './keyed-routes.ts';
import { assertJsonContent } from './media-type.ts';
import { resultOf } from './public/answers.ts';
import { decoded } from './public/rest-routes.ts';
import { readBody } from './receive.ts';
import { REQUEST_LIMITS, valueLimitsOf } from './request-limits.ts';
import { apiErrorOf, statusOf } from './respond.ts';

const PATH = /^(?:\/sandbox)?\/v1\/dpps(?:\/([^/?]+))?\/?(?:\?|$)/;
const METHODS: ReadonlySet<string | undefined> = new Set(['POST', 'PATCH', 'DELETE']);
const WRITE = { tier: 'ENTERPRISE', permission: 'DPPS_WRITE' } as const;

/** True for a request that writes a passport by EN 18222. */
export function writesDpp({ method, url = '' }: IncomingMessage): boolean {
  return METHODS.has(method) && PATH.test(url);
}

type Signing = AuditedTx & { readonly trust: Trust };

/** A request whose caller is known and may write. */
type Asked = {
  readonly caller: Caller;
  readonly once: (input: object, work: Work) => Promise<Dpp>;
};
type Work = (signing: Signing) => Promise<Dpp>;

/** CreateDPP, UpdateDPPById and DeleteDPPById of EN 18222, with an API key: the work of the mutations of GraphQL. */
export function registerDppWriteRoutes(
  app: FastifyInstance,
  dependencies: KeyedDependencies,
): void {
  const { db, services, log } = dependencies;
  const { publicUrls: urls } = services;
  const refuseWith = (error: unknown, _request: FastifyRequest, reply: FastifyReply) =>
    refuse(error, reply, log);
  registerKeyedRoutes(app, refuseWith, (routes, deadlines) => {
    const asked = asking(dependencies, deadlines);

    for (const root of ROOTS) {
      routes.post(`${root}/v1/dpps`, (request, reply) =>
        asked(request, reply, 'CreateDPP', async ({ caller, once }) => {
          const document = await documentIn(request);
          const dpp = await once(document, (signing) =>
            createByDocument(signing, document, caller.organization),
          );
          const url = passportUrl(urls, { ...dpp, scope: caller.scope });
          return reply.code(201).header('Location', url).send({ digitalProductPassportId: url });
        }),
      );

      routes.patch(`${root}/v1/dpps/*`, (request, reply) =>
        asked(request, reply, 'UpdateDPPById', async ({ caller, once }) => {
          assertAllowed(caller, { permission: 'DPPS_READ' }, 'The answer of UpdateDPPById');
          const id = idIn(request);
          const isFull = wantsFull(request);
          const patch = await documentIn(request);
          const dpp = await once({ id, patch }, (signing) =>
            patchByDocument(signing, targetOf(id), patch),
          );
          return reply.send(await writtenDocument(db, caller.scope, dpp, { urls, isFull }));
        }),
      );

      routes.delete(`${root}/v1/dpps/*`, (request, reply) =>
        asked(request, reply, 'DeleteDPPById', async ({ once }) => {
          const id = idIn(request);
          await once({ id }, (signing) => deleteDpp(signing, targetOf(id)));
          return reply.code(204).send();
        }),
      );
    }
  });
}

/** Carries out a request of a caller who may write, within the limits of the key and the time of a request. */
function asking(dependencies: KeyedDependencies, deadlines: Deadlines) {
  const { db, services } = dependencies;
  return (
    request: FastifyRequest,
    reply: FastifyReply,
    name: string,
    perform: (asked: Asked) => Promise<FastifyReply>,
  ) => {
    const startedAtMs = performance.now();
    let facts: RequestFacts | undefined;
    const performing = async () => {
      const caller = await identify(dependencies, request.raw);
      const admitted = { request, reply, operation: name };
      const rateLimit = await admitCaller(dependencies, caller, admitted);
      assertAllowed(caller, WRITE, name);
      services.disk.assertRoomForWrites();
      facts = factsOf(request.raw, requestIdOf(reply), rateLimit, startedAtMs);
      const context = { db, scope: caller.scope, caller, request: facts };
      const signer = { scope: caller.scope, by: actorOf(context), trust: services.trust };
      const once: Asked['once'] = (input, work) =>
        runMutation(context, { name, path: name }, input, (tx) => work({ tx, ...signer }));
      return perform({ caller, once });
    };
    const late = () => (facts?.isCommitting === true ? outcomeUnknown() : requestTimeout());
    return deadlines.keep(performing(), startedAtMs, late);
  };
}

function factsOf(
  request: IncomingMessage,
  id: string,
  rateLimit: RateLimit,
  startedAtMs: number,
): RequestFacts {
  return {
    id,
    cost: 0,
    maxCost: 0,
    rateLimit,
    idempotencyKey: headerOf(request, 'idempotency-key'),
    signal: AbortSignal.timeout(REQUEST_LIMITS.requestMs),
    deadlineMs: startedAtMs + REQUEST_LIMITS.requestMs,
    isCommitting: false,
  };
}

/** The uuid of the passport that the path names by its address or the last part of it. */
function idIn({ url }: FastifyRequest): string {
  const [, given = ''] = PATH.exec(url) ?? [];
  const text = decoded(given) ?? '';
  const id = decodeId('dpp', text.slice(text.lastIndexOf('/') + 1));
  if (id === undefined) throw notFound('The passport');
  return id;
}

/** True for the answer in the full form of EN 18223. */
function wantsFull({ url }: FastifyRequest): boolean {
  const form = new URLSearchParams(url.split('?')[1]).get('representation') ?? 'compressed';
  if (form === 'full' || form === 'compressed') return form === 'full';
  throw badInput([problem(['representation'], 'UNKNOWN', 'It is compressed or full.')]);
}

function targetOf(id: string) {
  return { reference: { by: 'id', value: id } } as const;
}

/** The JSON object of a body. */
async function documentIn({ raw }: FastifyRequest): Promise<DppContent> {
  const type = raw.headers['content-type']?.replace(
    /^application\/(merge-patch|ld)\+json/i,
    'application/json',
  );
  assertJsonContent(type, raw.headers['content-encoding']);
  const body = parseJson((await readBody(raw, REQUEST_LIMITS.bodyBytes)).toString('utf8'));
  const unsafe = findUnsafeText(body, ['input'], valueLimitsOf(false));
  if (unsafe !== undefined) throw badInput([unsafe]);
  if (!isDocument(body))
    throw badInput([
      problem([], 'INVALID_FORMAT', 'A passport in the compressed form of EN 18223 is expected.'),
    ]);
  return body;
}

/** True for an object: a value that was parsed from JSON is JSON. */
function isDocument(body: unknown): body is DppContent {
  return typeof body === 'object' && body !== null && !Array.isArray(body);
}

function refuse(error: unknown, reply: FastifyReply, log: Logger): FastifyReply {
  const refusal = apiErrorOf(error, requestIdOf(reply), log);
  const status = statusOf(refusal.code);
  reply.headers(errorHeaders(status, refusal));
  return reply.code(status).send(resultOf(status, textsOf(refusal)));
}

/** Each problem with its place in the document. */
function textsOf({ message, extensions }: ApiError): readonly string[] {
  const problems: readonly Problem[] = Array.isArray(extensions['problems'])
    ? extensions['problems']
    : [];
  if (problems.length === 0) return [message];
  return problems.map(({ path, message: text }) => {
    const place = path.slice(1).join('.');
    return place === '' ? text : `${place}: ${text}`;
  });
}
