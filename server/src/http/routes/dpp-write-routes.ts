import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RateLimit } from '../../domains/limits/index.ts';
import {
  createByDocument,
  type DppContent,
  deleteDpp,
  type ElementPath,
  elementPathIn,
  isObject,
  type Json,
  passportUrl,
  patchByDocument,
  patchElementByDocument,
  writtenDocument,
  writtenElement,
} from '../../domains/passports/index.ts';
import { requestRegistration } from '../../domains/registrations/index.ts';
import type { Trust } from '../../domains/trust/index.ts';
import { forTenant } from '../../platform/database/index.ts';
import { decodeId } from '../../platform/ids.ts';
import type { Logger } from '../../platform/log.ts';
import { percentDecoded } from '../../platform/percent-decoded.ts';
import { assertAllowed } from '../../rules/access/access.ts';
import { actorOf } from '../../rules/access/actor.ts';
import type { Caller, RequestFacts } from '../../rules/context.ts';
import {
  type ApiError,
  badInput,
  notFound,
  outcomeUnknown,
  requestTimeout,
} from '../../rules/errors/api-error.ts';
import { problem } from '../../rules/inputs/problems.ts';
import { findUnsafeText } from '../../rules/inputs/unsafe-text.ts';
import { runMutation } from '../../rules/mutations/idempotency.ts';
import type { AuditedTx } from '../../rules/mutations/work.ts';
import { REPLAYED } from '../answer/executor.ts';
import { errorHeaders, headerOf, identify } from '../identify.ts';
import type { Deadlines } from '../limits/deadlines.ts';
import { REQUEST_LIMITS, valueLimitsOf } from '../limits/request-limits.ts';
import { assertJsonContent } from '../media-type.ts';
import { parseJson } from '../parse-json.ts';
import { resultOf } from '../public/answers.ts';
import { apiErrorOf, statusOf } from '../respond.ts';
import {
  admitCaller,
  type KeyedDependencies,
  ROOTS,
  registerKeyedRoutes,
  requestIdOf,
} from './keyed-routes.ts';

/** The id of a passport and, with PATCH, the path of an element. */
const PATH = /^(?:\/sandbox)?\/v1\/dpps\/([^/?]+)(?:\/elements\/([^/?]+))?\/?(?:\?|$)/;
const PATHS: Readonly<Record<string, RegExp>> = {
  POST: /^(?:\/sandbox)?\/v1\/(?:dpps|registerDPP)\/?(?:\?|$)/,
  PATCH: PATH,
  DELETE: /^(?:\/sandbox)?\/v1\/dpps\/[^/?]+\/?(?:\?|$)/,
};
const QUEUED =
  'The version waits for the registry: repeat this request for its registration id, or wait for the event dpp.registration_changed.';
const WRITE = { tier: 'ENTERPRISE', permission: 'DPPS_WRITE' } as const;

/** True for a request that writes or registers a passport by EN 18222. */
export function writesDpp({ method = '', url = '' }: IncomingMessage): boolean {
  return PATHS[method]?.test(url) ?? false;
}

type Signing = AuditedTx & { readonly trust: Trust };

/** A request whose caller is known and may write. */
type Asked = {
  readonly caller: Caller;
  /** Reads the body. */
  readonly json: () => Promise<Json>;
  readonly once: <Answer>(
    input: object,
    work: (signing: Signing) => Promise<Answer>,
    change?: { readonly freesRoom: boolean },
  ) => Promise<Answer>;
};

/** The methods of EN 18222 that write, with an API key: the work of the mutations of GraphQL. */
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
        asked(request, reply, 'CreateDPP', async ({ caller, json, once }) => {
          const document = documentOf(await json());
          const dpp = await once(document, (signing) =>
            createByDocument(signing, document, caller.organization),
          );
          const url = passportUrl(urls, { ...dpp, scope: caller.scope });
          return reply.code(201).header('Location', url).send({ digitalProductPassportId: url });
        }),
      );

      routes.patch(`${root}/v1/dpps/*`, (request, reply) =>
        elementIn(request) === undefined
          ? asked(request, reply, 'UpdateDPPById', async ({ caller, json, once }) => {
              assertAllowed(caller, { permission: 'DPPS_READ' }, 'The answer of UpdateDPPById');
              const id = idIn(request);
              const isFull = wantsFull(request);
              const patch = documentOf(await json());
              const dpp = await once({ id, patch }, (signing) =>
                patchByDocument(signing, targetOf(id), patch),
              );
              return reply.send(
                await writtenDocument({ db, scope: caller.scope }, dpp, { urls, isFull }),
              );
            })
          : asked(request, reply, 'UpdateDataElement', async ({ caller, json, once }) => {
              assertAllowed(caller, { permission: 'DPPS_READ' }, 'The answer of UpdateDataElement');
              const id = idIn(request);
              const path = elementPathOf(request);
              const value = await json();
              const dpp = await once({ id, path, value }, (signing) =>
                patchElementByDocument(signing, targetOf(id), path, value),
              );
              const element = await writtenElement({ db, scope: caller.scope }, dpp, path);
              return element === undefined ? reply.code(204).send() : reply.send(element);
            }),
      );

      routes.delete(`${root}/v1/dpps/*`, (request, reply) =>
        asked(request, reply, 'DeleteDPPById', async ({ once }) => {
          const id = idIn(request);
          await once({ id }, (signing) => deleteDpp(signing, targetOf(id)), { freesRoom: true });
          return reply.code(204).send();
        }),
      );

      routes.post(`${root}/v1/registerDPP`, (request, reply) =>
        asked(request, reply, 'RegisterProductDPP', async ({ caller, json, once }) => {
          assertAllowed(caller, { permission: 'DPPS_READ' }, 'The answer of RegisterProductDPP');
          const entry = documentOf(await json());
          const { state, registrationId, errors } = await once(entry, (signing) =>
            requestRegistration(signing, entry, urls),
          );
          if (state !== 'PENDING' && registrationId !== null) return reply.send({ registrationId });
          const texts = errors.map(({ field, message }) => `${field}: ${message}`);
          return reply.code(202).send(resultOf(202, [QUEUED, ...texts]));
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
      facts = factsOf(request.raw, reply, rateLimit, startedAtMs);
      const context = { db, scope: caller.scope, caller, request: facts };
      const signer = { by: actorOf(context), trust: services.trust };
      const once: Asked['once'] = (input, perform, change = { freesRoom: false }) =>
        forTenant(caller.scope.organizationId, () =>
          runMutation(
            context,
            { name, path: name },
            input,
            (work) => perform({ ...work, ...signer }),
            {
              admit: () => services.records.admit(caller.scope, change),
            },
          ),
        );
      const sent = {
        tenant: caller.scope.organizationId,
        mostBytes: REQUEST_LIMITS.bodyBytes,
      };
      const json = () =>
        jsonIn(request, () => dependencies.bounds.bodies.read(request.raw, reply.raw, sent));
      return perform({ caller, json, once });
    };
    const late = () => (facts?.isCommitting === true ? outcomeUnknown() : requestTimeout());
    return deadlines.keep(performing(), startedAtMs, late);
  };
}

function factsOf(
  request: IncomingMessage,
  reply: FastifyReply,
  rateLimit: RateLimit,
  startedAtMs: number,
): RequestFacts {
  return {
    id: requestIdOf(reply),
    cost: 0,
    maxCost: 0,
    rateLimit,
    idempotencyKey: headerOf(request, 'idempotency-key'),
    signal: () => AbortSignal.timeout(REQUEST_LIMITS.requestMs),
    deadlineMs: startedAtMs + REQUEST_LIMITS.requestMs,
    isCommitting: false,
    noteReplay: () => reply.header(...REPLAYED),
  };
}

/** The uuid of the passport that the path names by its address or the last part of it. */
function idIn({ url }: FastifyRequest): string {
  const [, given = ''] = PATH.exec(url) ?? [];
  const text = percentDecoded(given) ?? '';
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

/** The JSONPath of the element that the path names; undefined if it names the whole passport. */
function elementIn({ url }: FastifyRequest): string | undefined {
  return PATH.exec(url)?.[2];
}

function elementPathOf(request: FastifyRequest): ElementPath {
  const path = elementPathIn(percentDecoded(elementIn(request) ?? '') ?? '');
  if (path !== undefined) return path;
  const message =
    'A JSONPath of at most 32 names and indices is expected, such as $.care.instructions.';
  throw badInput([problem(['elementIdPath'], 'INVALID_FORMAT', message)]);
}

function targetOf(id: string) {
  return { reference: { by: 'id', value: id } } as const;
}

function documentOf(body: Json): DppContent {
  if (isObject(body)) return body;
  throw badInput([problem([], 'INVALID_FORMAT', 'A JSON object is expected.')]);
}

/** The JSON of a body. */
async function jsonIn({ raw }: FastifyRequest, read: () => Promise<Buffer>): Promise<Json> {
  const type = raw.headers['content-type']?.replace(
    /^application\/(merge-patch|ld)\+json/i,
    'application/json',
  );
  assertJsonContent(type, raw.headers['content-encoding']);
  const body = parseJson((await read()).toString('utf8'));
  const unsafe = findUnsafeText(body, ['input'], valueLimitsOf(false));
  if (unsafe !== undefined) throw badInput([unsafe]);
  if (!isJson(body)) throw new Error('A parsed body is JSON.');
  return body;
}

/** A value that was parsed from JSON is JSON. */
function isJson(body: unknown): body is Json {
  return body !== undefined;
}

function refuse(error: unknown, reply: FastifyReply, log: Logger): FastifyReply {
  const refusal = apiErrorOf(error, requestIdOf(reply), log);
  const status = statusOf(refusal.code);
  reply.headers(errorHeaders(status, refusal));
  return reply.code(status).send(resultOf(status, textsOf(refusal)));
}

/** Each problem with its place in the document. */
function textsOf({ message, problems }: ApiError): readonly string[] {
  if (problems.length === 0) return [message];
  return problems.map(({ path, message: text }) => {
    const place = path.slice(1).join('.');
    return place === '' ? text : `${place}: ${text}`;
  });
}
