import { access } from '../../graphql/access.ts';
import { builder } from '../../graphql/builder.ts';
import { connectionType, pageArgs } from '../../graphql/connection.ts';
import { exposed, nullable } from '../../graphql/fields.ts';
import { creationFilters } from '../../graphql/input-fields.ts';
import { filterArg, listOf } from '../../graphql/list.ts';
import { defineLoaderById } from '../../graphql/loader.ts';
import { Node, registerNode } from '../../graphql/node.ts';
import { recordFields } from '../../graphql/property-fields.ts';
import { NEWEST_FIRST } from '../../platform/database/index.ts';
import { timeOfUuid } from '../../platform/ids.ts';
import type { Context } from '../../rules/context.ts';
import { orNotFound } from '../../rules/errors/api-error.ts';
import { requiredUuid } from '../../rules/inputs/named-object.ts';
import { findPeople } from '../accounts/index.ts';
import { ActorRef, type NamedActor, uuidOfActor } from '../audit-log/index.ts';
import { apiKeyById } from '../keys/index.ts';
import { LOGGED_REQUEST, type LoggedRequest, requestLog } from './store.ts';

const READ = access({ permission: 'REQUESTS_READ' });

const personById = defineLoaderById(({ db, scope: { organizationId } }, ids) =>
  findPeople(db, organizationId, ids),
);

const ApiRequestRef = builder.objectRef<LoggedRequest>('ApiRequest').implement({
  description:
    'A request to the API that was answered, without its variables and texts. Kept for `TRACKWAY_REQUEST_LOG_DAYS`, 7 by default.',
  interfaces: [Node],
  extensions: READ,
  fields: (t) => ({
    ...recordFields(t, 'request', LOGGED_REQUEST),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Time of arrival.',
      resolve: ({ id }) => timeOfUuid(id),
    }),
    actor: t.field({
      type: ActorRef,
      extensions: access({ size: 1 }),
      description:
        'The key or the person that sent the request, with the present name. `email` is always null.',
      resolve: namedActor,
    }),
    ...exposed(t, {
      operationName: nullable(
        'String',
        'Name that the document gives its operation, up to 100 characters; null if it has none.',
      ),
      documentHash: nullable(
        'String',
        'SHA-256 of the text of the document, in hex: requests with the same hash sent the same document. Null if the document was refused.',
      ),
    }),
  }),
});

const requestById = defineLoaderById(requestLog.find);

registerNode('request', { typename: 'ApiRequest', load: requestById });

async function namedActor(
  { actorKind, actorId }: LoggedRequest,
  _args: unknown,
  context: Context,
): Promise<NamedActor> {
  const find = actorKind === 'PERSON' ? personById : apiKeyById;
  const found = await find(context, actorId);
  return { actorKind, actorId, actorName: found?.name ?? null, actorEmail: null };
}

const RequestFilterInput = builder.inputType('RequestFilter', {
  description: 'Filter of requests; all given conditions must hold.',
  fields: (t) => ({
    actorId: t.id({ description: 'Only requests of this key (`key_…`) or person (`usr_…`).' }),
    operation: t.string({
      description: 'Only requests with exactly these root fields, such as `products`.',
    }),
    outcome: t.string({ description: 'Only requests with this outcome, such as `RATE_LIMITED`.' }),
    hasFailed: t.boolean({
      description: 'True for requests with an error, false for requests without one.',
    }),
    ...creationFilters(t, 'Arrived'),
  }),
});

const RequestConnection = connectionType(ApiRequestRef, 'Request', 'requests', 'REQUESTS_READ');

builder.queryFields((t) => ({
  requests: t.field({
    type: RequestConnection,
    description:
      'Requests of the last days in this environment, newest first, a few seconds late. Requests are not logged when the service is overloaded, so this is no accounting: see `usage`. `totalCount` is exact up to 10,000.',
    extensions: READ,
    args: { ...pageArgs(), ...filterArg(RequestFilterInput) },
    resolve: (_root, { filter, ...args }, context) => {
      const wanted = { ...filter, actorId: uuidOfActor(filter?.actorId) };
      return listOf(context, args, requestLog, wanted, NEWEST_FIRST);
    },
  }),
  request: t.field({
    type: ApiRequestRef,
    description: 'One request, by the id that its response carried.',
    extensions: READ,
    args: { id: t.arg.id({ required: true, description: 'Id of the request (`req_…`).' }) },
    resolve: async (_root, { id }, context) => {
      const uuid = requiredUuid('request', 'The request', id);
      return orNotFound('The request', await requestById(context, uuid));
    },
  }),
}));
