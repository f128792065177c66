import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  CriteriaProblem,
  type FootprintOwner,
  filterOfCriteria,
  footprintById,
  issueToken,
  keyOfToken,
  pageOfFootprints,
  TOKEN_SECONDS,
  takeEvent,
} from '../../domains/footprint-exchange/index.ts';
import { forTenant } from '../../platform/database/index.ts';
import { encodeId, isUuid } from '../../platform/ids.ts';
import type { Logger } from '../../platform/log.ts';
import type { Caller, Services } from '../../rules/context.ts';
import { ApiError } from '../../rules/errors/api-error.ts';
import { decodeCursor, encodeCursor } from '../../rules/inputs/cursor.ts';
import { callerOfKey, errorHeaders } from '../identify.ts';
import { REQUEST_LIMITS } from '../limits/request-limits.ts';
import { parseJson } from '../parse-json.ts';
import { readBody } from '../receive.ts';
import { apiErrorOf } from '../respond.ts';
import {
  admitCaller,
  type KeyedDependencies,
  ROOTS,
  registerKeyedRoutes,
  requestIdOf,
} from '../routes/keyed-routes.ts';
import { criteriaOf, limitOf } from './footprint-query.ts';
import { PactError, pactErrorOf, pactRefusal } from './pact-errors.ts';

const MOST_TOKEN_BYTES = 4_096;
/** Name of the list in its cursors. */
const LIST = 'PACT footprints';

type ToFootprint = { Params: { id: string } };

/** The host system of PACT 3.0: business partners fetch footprints with an API key as OAuth 2.0 client. */
export function registerPactRoutes(app: FastifyInstance, dependencies: KeyedDependencies): void {
  const { db, services, log } = dependencies;
  const refuseWith = (error: unknown, _request: FastifyRequest, reply: FastifyReply) =>
    refuse(error, reply, log);
  registerKeyedRoutes(app, refuseWith, (routes, deadlines) => {
    for (const root of ROOTS) {
      routes.get(`${root}/.well-known/openid-configuration`, async () => {
        const base = `${services.publicUrls.ofService}${root}`;
        return {
          issuer: base,
          token_endpoint: `${base}/auth/token`,
          grant_types_supported: ['client_credentials'],
          token_endpoint_auth_methods_supported: ['client_secret_basic'],
        };
      });

      routes.post(`${root}/auth/token`, async (request, reply) => {
        try {
          dependencies.bounds.budget.spend(request.raw, 1);
          return await deadlines.keep(tokenOf(dependencies, request));
        } catch (error) {
          return refuseToken(error, reply, log);
        }
      });

      routes.get(`${root}/3/footprints`, async (request, reply) => {
        const query = new URLSearchParams(request.url.split('?').slice(1).join('?'));
        const listed = callerOf(dependencies, request, reply).then(async (caller) => {
          const [filter, limit] = [filterOfCriteria(criteriaOf(query)), limitOf(query)];
          const cursorOf = { scope: caller.scope, services };
          const after = placeAfter(cursorOf, query.get('cursor'));
          const owner = ownerOf(caller, services);
          const page = await pageOfFootprints({ db, scope: caller.scope }, owner, filter, {
            after,
            limit,
          });
          if (page.next !== undefined) {
            query.set('cursor', encodeCursor(cursorOf, LIST, [page.next]));
            reply.header('Link', `<${addressOf(request, services, root, query)}>; rel="next"`);
          }
          return { data: page.footprints };
        });
        return deadlines.keep(listed);
      });

      routes.post(`${root}/3/events`, async (request, reply) => {
        const taken = callerOf(dependencies, request, reply).then(async (caller) => {
          const body = await dependencies.bounds.bodies.read(request.raw, reply.raw, {
            tenant: caller.scope.organizationId,
            mostBytes: REQUEST_LIMITS.bodyBytes,
          });
          const event = parseJson(body.toString('utf8'));
          await services.records.admit(caller.scope, { freesRoom: false }).catch(takesNoEvents);
          await forTenant(caller.scope.organizationId, () =>
            takeEvent({ db, scope: caller.scope }, caller.identity.id, event),
          );
        });
        await deadlines.keep(taken);
        return reply.code(200).send();
      });

      routes.get<ToFootprint>(`${root}/3/footprints/:id`, async (request, reply) => {
        const { id } = request.params;
        const found = callerOf(dependencies, request, reply).then((caller) => {
          if (!isUuid(id)) throw new PactError(400, 'BadRequest', 'The id is not a UUID.');
          return footprintById({ db, scope: caller.scope }, ownerOf(caller, services), id);
        });
        const data = await deadlines.keep(found);
        if (data === undefined)
          throw new PactError(404, 'NotFound', 'The requested footprint could not be found.');
        return { data };
      });
    }
  });
}

/** A partner does not learn how much its receiver stores. */
function takesNoEvents(): never {
  throw new PactError(503, 'InternalError', 'No events are taken at the moment; try again later.');
}

/** Name of the owner of footprints, with the host that its identifiers name. */
function ownerOf({ organization }: Caller, { publicUrls }: Services): FootprintOwner {
  const host = new URL(publicUrls.ofService).hostname;
  return { organizationId: organization.id, name: organization.name, host };
}

/** The client credentials grant (RFC 6749, 4.4): the client is the id of an API key, its secret the key. */
async function tokenOf(dependencies: KeyedDependencies, request: FastifyRequest) {
  const { services } = dependencies;
  const body = await readBody(request.raw, MOST_TOKEN_BYTES);
  const grant = new URLSearchParams(body.toString('utf8')).get('grant_type');
  if (!grant)
    throw new TokenRefusal('invalid_request', 'The form has no grant_type: client_credentials.');
  if (grant !== 'client_credentials')
    throw new TokenRefusal('unsupported_grant_type', 'grant_type is client_credentials.');
  const [, basic = ''] = /^Basic +(\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
  const [clientId, ...rest] = Buffer.from(basic, 'base64').toString('utf8').split(':');
  const key = rest.join(':');
  if (key === '')
    throw new ApiError(
      'UNAUTHENTICATED',
      'The client id and its secret are expected by HTTP Basic.',
    );
  const caller = await callerOfKey(dependencies, request.raw, key);
  const { identity } = caller;
  if (identity.kind !== 'KEY' || encodeId('apiKey', identity.id) !== clientId)
    throw new ApiError('INVALID_API_KEY', 'The client id is not the id of this API key.');
  const token = issueToken(services.footprints.tokenBox, key, new Date());
  return { access_token: token, token_type: 'Bearer', expires_in: TOKEN_SECONDS };
}

/** A refusal of the token endpoint (RFC 6749, 5.2). */
class TokenRefusal extends Error {
  readonly code: 'unsupported_grant_type' | 'invalid_request';

  constructor(code: TokenRefusal['code'], message: string) {
    super(message);
    this.code = code;
  }
}

function refuseToken(error: unknown, reply: FastifyReply, log: Logger): FastifyReply {
  if (error instanceof TokenRefusal)
    return reply.code(400).send({ error: error.code, error_description: error.message });
  const refusal = pactErrorOf(apiErrorOf(error, requestIdOf(reply), log));
  const { status, message } = refusal;
  if (status === 401) reply.header('WWW-Authenticate', 'Basic realm="Trackway"');
  return reply.code(status).send({
    error: status === 401 ? 'invalid_client' : status >= 500 ? 'server_error' : 'invalid_request',
    error_description: message,
  });
}

/** The caller behind the access token, within the rate limit of its key and allowed to fetch footprints. */
async function callerOf(
  dependencies: KeyedDependencies,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Caller> {
  const { services } = dependencies;
  const [, token = ''] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
  const found = keyOfToken(services.footprints.tokenBox, token, new Date());
  if (found === 'EXPIRED')
    throw new PactError(401, 'TokenExpired', 'The access token has expired; get another.');
  if (found === undefined)
    throw new PactError(401, 'AccessDenied', 'The access token is not valid.');
  const caller = await callerOfKey(dependencies, request.raw, found.key);
  await admitCaller(dependencies, caller, { request, reply, operation: 'PACT' });
  if (!caller.permissions.has('FOOTPRINTS_READ'))
    throw new ApiError('FORBIDDEN', 'The key does not have the permission FOOTPRINTS_READ.');
  return caller;
}

/** The id after which the page of a link begins. */
function placeAfter(
  context: Parameters<typeof decodeCursor>[0],
  cursor: string | null,
): string | undefined {
  if (cursor === null) return undefined;
  const [id] = decodeCursor(context, LIST, cursor) ?? [];
  if (typeof id !== 'string')
    throw new PactError(400, 'BadRequest', 'The cursor is not that of a link of this list.');
  return id;
}

/** The address of the next page. PACT: its host is that of the request. */
function addressOf(
  request: FastifyRequest,
  { publicUrls }: Services,
  root: string,
  query: URLSearchParams,
): string {
  const { protocol } = new URL(publicUrls.ofService);
  return `${protocol}//${request.headers.host}${root}/3/footprints?${query}`;
}

function refuse(error: unknown, reply: FastifyReply, log: Logger): FastifyReply {
  if (error instanceof CriteriaProblem)
    return reply.code(400).send(pactRefusal(400, error.message));
  const cause = error instanceof PactError ? error : apiErrorOf(error, requestIdOf(reply), log);
  const { status, code, message } = cause instanceof PactError ? cause : pactErrorOf(cause);
  if (cause instanceof ApiError) reply.headers(errorHeaders(status, cause));
  if (status === 401) reply.header('WWW-Authenticate', 'Bearer realm="Trackway"');
  return reply.code(status).send({ code, message });
}
