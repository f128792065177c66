import { access } from '../../graphql/access.ts';
import { builder } from '../../graphql/builder.ts';
import { connectionType, pageArgs } from '../../graphql/connection.ts';
import { exposed, field } from '../../graphql/fields.ts';
import { checkedBy } from '../../graphql/further-problems.ts';
import { creationFilters } from '../../graphql/input-fields.ts';
import {
  anyUuidInFilter,
  filterArg,
  idInFilter,
  listOf,
  sortArg,
  sortInput,
  sortOf,
} from '../../graphql/list.ts';
import { defineLoaderById } from '../../graphql/loader.ts';
import { Node, registerNode } from '../../graphql/node.ts';
import { recordFields } from '../../graphql/property-fields.ts';
import { encodeId } from '../../platform/ids.ts';
import { badInput, type Problem } from '../../rules/errors/api-error.ts';
import { auditedActions, type DeclaredAction } from '../../rules/events/audit.ts';
import { inFilter, type Path, problem } from '../../rules/inputs/problems.ts';
import { ActorKindEnum } from './enums.ts';
import { actorIdOf } from './model.ts';
import { AUDIT_ENTRY, type AuditEntry, auditEntries } from './store.ts';

const READ = access({ permission: 'AUDIT_READ' });

/** The one who acted, with a name. */
export type NamedActor = Pick<AuditEntry, 'actorKind' | 'actorId' | 'actorName' | 'actorEmail'>;

export const ActorRef = builder.objectRef<NamedActor>('Actor').implement({
  description: 'The one who acted or sent a request.',
  fields: (t) => ({
    kind: t.expose('actorKind', {
      type: ActorKindEnum,
      description: 'Kind of the one who acted.',
    }),
    id: t.id({
      nullable: true,
      description:
        'Id of the person (`usr_…`) or the key (`key_…`); null for the command line and the service.',
      resolve: actorIdOf,
    }),
    name: t.exposeString('actorName', {
      nullable: true,
      description: 'Name of the person or the key; null for the command line and the service.',
    }),
    email: t.exposeString('actorEmail', {
      nullable: true,
      description:
        'E-mail address of the person; null for all others, and where it is not recorded.',
    }),
  }),
});

const AuditEntryRef = builder.objectRef<AuditEntry>('AuditEntry').implement({
  description:
    'An entry of the audit log, written in the transaction of the change. Entries never change and are kept for 730 days.',
  interfaces: [Node],
  extensions: READ,
  fields: (t) => ({
    ...recordFields(t, 'auditEntry', AUDIT_ENTRY),
    objectId: t.id({
      description:
        'Globally unique id of the object that the action changed. The object may be deleted.',
      resolve: ({ objectKind, objectId }) => encodeId(objectKind, objectId),
    }),
    actor: t.field({
      type: ActorRef,
      extensions: access({ size: 0 }),
      description: 'The one who acted, with name and address at the time of the action.',
      resolve: (entry) => entry,
    }),
    requestId: t.id({
      nullable: true,
      description:
        'Id of the request that made the change (`req_…`); null if it was no request of the API, such as signing in or the command line.',
      resolve: ({ requestId }) => (requestId === null ? null : encodeId('request', requestId)),
    }),
  }),
});

registerNode('auditEntry', {
  typename: 'AuditEntry',
  load: defineLoaderById(auditEntries.find),
});

const AuditActionRef = builder.objectRef<DeclaredAction>('AuditAction').implement({
  description: 'An action that the audit log records.',
  fields: (t) =>
    exposed(t, {
      name: field('String', 'Name of the action, such as `api_key.created`.'),
      meaning: field('String', 'Meaning of the action.'),
    }),
});

const AuditLogFilterInput = builder.inputType('AuditLogFilter', {
  description: 'Filter of the audit log; all given conditions must hold.',
  fields: (t) => ({
    action: t.string({
      description: 'Only this action, such as `api_key.created`.',
      extensions: checkedBy(actionProblems),
    }),
    actorId: t.id({ description: 'Only actions of this person (`usr_…`) or key (`key_…`).' }),
    actorKind: t.field({
      type: ActorKindEnum,
      description: 'Only actions of this kind of actor.',
    }),
    objectId: t.id({ description: 'Only actions on this object, by its globally unique id.' }),
    ...creationFilters(t, 'Recorded'),
  }),
});

const AuditLogSortInput = sortInput('AuditLog', 'audit entries', {
  CREATED_AT: 'Time of the action.',
});

const AuditLogConnection = connectionType(AuditEntryRef, 'AuditLog', 'audit entries', 'AUDIT_READ');

builder.queryFields((t) => ({
  auditLog: t.field({
    type: AuditLogConnection,
    description:
      'The audit log of this environment, oldest first unless ordered otherwise: who did what to which object. Changes of the organization itself, such as members and settings, are in the log of both environments. `bulkExport` of AUDIT_LOG writes it to a file.',
    args: { ...pageArgs(), ...filterArg(AuditLogFilterInput), ...sortArg(AuditLogSortInput) },
    resolve: (_root, { filter, sortBy, ...args }, context) => {
      const { actorId, action, objectId, ...rest } = filter ?? {};
      const problems = action == null ? [] : actionProblems(action, ['action']);
      if (problems.length > 0) throw badInput(problems.map(inFilter));
      const wanted = {
        ...rest,
        action: action ?? undefined,
        actorId: uuidOfActor(actorId),
        objectId: anyUuidInFilter(['filter', 'objectId'], objectId),
      };
      return listOf(context, args, auditEntries, wanted, sortOf(sortBy));
    },
  }),
  auditActions: t.field({
    type: [AuditActionRef],
    description: 'All actions that the audit log records, in alphabetical order.',
    extensions: access({ size: 50 }),
    resolve: () => [...auditedActions().values()],
  }),
}));

function actionProblems(action: string, path: Path): Problem[] {
  if (auditedActions().has(action)) return [];
  const known = [...auditedActions().keys()].join(', ');
  return [problem(path, 'UNKNOWN', `There is no action "${action}"; there are ${known}.`)];
}

/** The uuid of a person or a key in a filter; one that nothing has finds nothing. */
export function uuidOfActor(id: string | null | undefined): string | undefined {
  return idInFilter(['user', 'apiKey'], ['filter', 'actorId'], id)?.uuid;
}
