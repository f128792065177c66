import { sendAhead, type Tx } from '../../platform/database/index.ts';
import { type IdKind, newUuid } from '../../platform/ids.ts';
import { ENVIRONMENTS } from '../../platform/scope.ts';
import type { Actor } from '../access/actor.ts';
import type { AuditedTx } from '../mutations/work.ts';
import {
  type ObjectSchema,
  object,
  type SchemaProperties,
  type ValuesOf,
} from './event-payload.ts';

/** The kind of object that a group of audited actions is about. */
type AuditSubject = {
  /** The part of the action before the dot, such as `api_key`. */
  readonly name: string;
  readonly idKind: IdKind;
};

/** A declared action, without the type of its details. */
export type DeclaredAction = Pick<AuditAction, 'name' | 'meaning'> & {
  readonly details: ObjectSchema;
};

const declared = new Map<string, DeclaredAction>();

/** A declared action. Only declared actions can be recorded. */
class AuditAction<Properties extends SchemaProperties = SchemaProperties> {
  readonly name: string;
  readonly meaning: string;
  readonly details: ObjectSchema;
  readonly #idKind: IdKind;

  constructor({ name, idKind }: AuditSubject, verb: string, declaration: Declaration<Properties>) {
    this.name = `${name}.${verb}`;
    this.meaning = declaration.meaning;
    this.details = object(declaration.details);
    this.#idKind = idKind;
    if (declared.has(this.name)) throw new Error(`The action ${this.name} is declared twice.`);
    declared.set(this.name, this);
  }

  /** An entry about the object with the given uuid. */
  of(objectId: string, details: ValuesOf<Properties>): NewAuditEntry {
    return new NewAuditEntry(this.name, this.#idKind, objectId, details);
  }
}

type Declaration<Properties extends SchemaProperties> = {
  readonly meaning: string;
  /** Facts about the change besides the object, such as its name or the old and new role. */
  readonly details: Properties;
};

/** An entry that can be recorded. The class is not exported, so only `AuditAction.of` makes one. */
class NewAuditEntry {
  readonly #action: string;
  readonly #objectKind: IdKind;
  readonly #objectId: string;
  readonly #details: object;

  constructor(action: string, objectKind: IdKind, objectId: string, details: object) {
    this.#action = action;
    this.#objectKind = objectKind;
    this.#objectId = objectId;
    this.#details = details;
  }

  rowOf(by: Actor) {
    return {
      id: newUuid(),
      action: this.#action,
      object_kind: this.#objectKind,
      object_id: this.#objectId,
      details: this.#details,
      actor_kind: by.kind,
      ...('id' in by ? { actor_id: by.id, actor_name: by.name, request_id: by.requestId } : {}),
      ...('email' in by ? { actor_email: by.email } : {}),
    };
  }
}

export type { NewAuditEntry };

/** Declares the audited actions on one kind of object: `const declare = auditedActionsOf({ name: 'api_key', … })`. */
export function auditedActionsOf(subject: AuditSubject) {
  return <Properties extends SchemaProperties>(
    verb: string,
    declaration: Declaration<Properties>,
  ): AuditAction<Properties> => new AuditAction(subject, verb, declaration);
}

/** All declared actions by their name, in alphabetical order. */
export function auditedActions(): ReadonlyMap<string, DeclaredAction> {
  return new Map([...declared].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Announced first, so that readers who follow the list wait for this transaction. */
const INSERT_ENTRIES = `with announced as materialized (select announce_writer($1, $2))
  insert into audit_entries (organization_id, environment, id, action, object_kind, object_id, details,
    actor_kind, actor_id, actor_name, actor_email, request_id)
  select $1, $2, new_entry.*
  from announced, json_to_recordset($3::json) as new_entry
    (id uuid, action text, object_kind text, object_id uuid, details jsonb, actor_kind text, actor_id uuid,
      actor_name text, actor_email text, request_id uuid)`;

/**
 * Writes entries of the audit log in the transaction of the change: an entry exists if and only if
 * its change was committed.
 */
export async function recordAudit(
  { db, scope: { organizationId, environment }, by }: AuditedTx,
  ...entries: readonly NewAuditEntry[]
): Promise<void> {
  if (entries.length === 0) return;
  const rows = JSON.stringify(entries.map((entry) => entry.rowOf(by)));
  await sendAhead(db, INSERT_ENTRIES, [organizationId, environment, rows]);
}

/** The same for a change of the organization itself, which both environments show. */
export async function recordAuditOfOrganization(
  tx: Tx,
  organizationId: string,
  by: Actor,
  ...entries: readonly NewAuditEntry[]
): Promise<void> {
  for (const environment of ENVIRONMENTS)
    await recordAudit({ db: tx, scope: { organizationId, environment }, by }, ...entries);
}
