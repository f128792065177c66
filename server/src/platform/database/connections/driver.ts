import { Socket } from 'node:net';
import {
  AbortedTransactionError,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import type { Scope } from '../../scope.ts';
import { tenantName } from '../replicas/tenant-writes.ts';
import {
  type Connections,
  gather,
  type OwnConnection,
  type Sender,
  statementOf,
} from './connections.ts';
import { CommitUnknown, isConsequence, isDatabaseGone, retryConnect } from './failures.ts';
import { type Answer, isDescribedOn, type Statement } from './prepared-statement.ts';

/**
 * PostgreSQL for Kysely as Kysely's own dialect leaves it undone: statements are named, and a single
 * statement goes down a shared pipeline instead of checking a connection out. Only a transaction
 * takes a connection of its own. With `isOfBytes` the rows are `RowBytes`.
 */
export function dialectOf(connections: Connections, sender: Sender, isOfBytes: boolean): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new PipelinedDriver(connections, sender, isOfBytes),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

class PipelinedDriver implements Driver {
  readonly #connections: Connections;
  readonly #sender: Sender;
  readonly #isOfBytes: boolean;

  constructor(connections: Connections, sender: Sender, isOfBytes: boolean) {
    this.#connections = connections;
    this.#sender = sender;
    this.#isOfBytes = isOfBytes;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<Connection> {
    return new Connection(this.#connections, this.#sender, this.#isOfBytes);
  }

  async beginTransaction(connection: Connection, settings: TransactionSettings): Promise<void> {
    await connection.begin(settings);
  }

  async commitTransaction(connection: Connection): Promise<void> {
    // PostgreSQL answers COMMIT with ROLLBACK when an earlier statement failed.
    if ((await connection.commit()) === 'ROLLBACK')
      throw connection.failure ?? new AbortedTransactionError();
    this.#connections.onCommit();
  }

  async rollbackTransaction(connection: Connection): Promise<void> {
    await connection.rollback();
  }

  async savepoint(connection: Connection, name: string): Promise<void> {
    await connection.control(`savepoint "${name}"`);
  }

  async rollbackToSavepoint(connection: Connection, name: string): Promise<void> {
    await connection.control(`rollback to savepoint "${name}"`);
  }

  async releaseSavepoint(connection: Connection, name: string): Promise<void> {
    await connection.control(`release savepoint "${name}"`);
  }

  async releaseConnection(connection: Connection): Promise<void> {
    connection.release();
  }

  async destroy(): Promise<void> {
    await this.#connections.close();
  }
}

/** The tag of a statement that writes ends with the number of its rows. */
const CHANGED = /^(?:INSERT \d+|UPDATE|DELETE|MERGE) (\d+)$/;

/** Sends single statements, or those of one transaction. */
export class Connection implements DatabaseConnection {
  readonly #connections: Connections;
  readonly #sender: Sender;
  readonly #isOfBytes: boolean;
  #isInTransaction = false;
  #own: OwnConnection | undefined;
  #isBroken = false;
  /** Text of BEGIN, until the first statement of the transaction brings it along. */
  #begin: string | undefined;
  #failure: unknown;
  /** Tenants whose data the transaction writes, by their names; no scope is that of all tenants. */
  #tenants: Map<string, Scope | undefined> | undefined;
  /** Bytes that the connection had sent before the transaction. */
  #sentBefore = 0;

  constructor(connections: Connections, sender: Sender, isOfBytes: boolean) {
    this.#connections = connections;
    this.#sender = sender;
    this.#isOfBytes = isOfBytes;
  }

  /** Takes a connection. The transaction begins there with its first statement. */
  async begin({ isolationLevel, accessMode }: TransactionSettings): Promise<void> {
    const isolation = isolationLevel === undefined ? '' : ` isolation level ${isolationLevel}`;
    this.#begin = `begin${isolation}${accessMode === undefined ? '' : ` ${accessMode}`}`;
    this.#isInTransaction = true;
    this.#own = await retryConnect(() => this.#connections.checkOut());
  }

  /**
   * Commits and returns the command tag. A COMMIT may wait for a synchronous replica: cancelled by the
   * statement timeout it would be durable on one server only.
   */
  async commit(): Promise<string> {
    if (this.#begin !== undefined) return 'COMMIT';
    const { writes } = this.#connections;
    if (writes !== undefined && this.#tenants !== undefined)
      await Promise.all(Array.from(this.#tenants.keys(), (tenant) => writes.announced(tenant)));
    const [, committed] = await Promise.allSettled([
      this.send(statementOf('set local statement_timeout = 0'), [], true),
      this.control('commit'),
    ]);
    if (committed.status === 'fulfilled') {
      if (committed.value === 'COMMIT') this.#countWritten();
      return committed.value;
    }
    const cause: unknown = committed.reason;
    throw isDatabaseGone(cause) ? new CommitUnknown('COMMIT was not answered.', { cause }) : cause;
  }

  /** Without its connection a transaction is rolled back anyway. */
  async rollback(): Promise<void> {
    if (!this.#isBroken && this.#begin === undefined) await this.control('rollback');
  }

  /** The last failure of a statement that was more than a consequence of an earlier one. */
  get failure(): unknown {
    return this.#failure;
  }

  /** Sends a transaction control statement and returns the command tag. */
  async control(text: string): Promise<string> {
    try {
      const { tag } = await this.send(statementOf(text), []);
      return tag;
    } catch (error) {
      this.#isBroken = true;
      throw error;
    }
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, tag } = await this.send(statementOf(query.sql), query.parameters);
    const changed = CHANGED.exec(tag)?.[1];
    return changed === undefined ? { rows } : { rows, numAffectedRows: BigInt(changed) };
  }

  streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Streams are not part of this driver: read by pages.');
  }

  /** Notes that the transaction writes data of a tenant, or of all tenants. */
  noteWriter(scope: Scope | undefined): void {
    const tenant = tenantName(scope);
    if (this.#own === undefined || this.#tenants?.has(tenant)) return;
    this.#connections.writes?.begin(tenant).catch(() => {});
    this.#tenants = (this.#tenants ?? new Map()).set(tenant, scope);
  }

  /** Everything that the transaction sent counts: what it wrote, and a little more. */
  #countWritten(): void {
    if (this.#own === undefined || this.#tenants === undefined) return;
    const scopes = [...this.#tenants.values()].filter((scope) => scope !== undefined);
    const bytes = sentBy(this.#own) - this.#sentBefore;
    for (const scope of scopes) this.#connections.onWritten(scope, bytes / scopes.length);
  }

  release(): void {
    for (const tenant of this.#tenants?.keys() ?? []) this.#connections.writes?.end(tenant);
    this.#tenants = undefined;
    // After a failure of transaction control its state is unknown.
    this.#own?.release(this.#isBroken);
    this.#own = undefined;
  }

  /**
   * Sends a statement that later ones do not wait for: it leaves with those that follow. Returns a function that waits for
   * its answer.
   */
  async sendAhead(
    statement: Statement,
    values: readonly unknown[],
  ): Promise<() => Promise<Answer>> {
    const hasBegun = this.#begin === undefined;
    const answer = this.send(statement, values, true);
    if (hasBegun) answer.catch(() => {});
    else await answer;
    return () => answer;
  }

  /** With `isGathered` it leaves with the statements that follow in this turn of the event loop. */
  send(
    statement: Statement,
    values: readonly unknown[],
    isGathered: boolean = false,
  ): Promise<Answer> {
    if (!this.#isInTransaction) return this.#sender.send(statement, values, this.#isOfBytes);
    const begin = this.#begin;
    this.#begin = undefined;
    if (begin !== undefined) return this.#sendFirst(begin, statement, values);
    if (this.#own === undefined) return Promise.reject(this.#failure ?? transactionEnded());
    const { client } = this.#own;
    if (isGathered) gather(client);
    return this.#sendOn(client, statement, values);
  }

  /** Begins the transaction; on another connection while the database restarts or if this one turns out to be broken. */
  #sendFirst(begin: string, statement: Statement, values: readonly unknown[]): Promise<Answer> {
    return retryConnect(async () => {
      this.#own ??= await this.#connections.checkOut();
      const { client, release } = this.#own;
      this.#isBroken = false;
      this.#sentBefore = sentBy(this.#own);
      try {
        const isTogether = isDescribedOn(client, statement);
        if (!isTogether) await this.#sendOn(client, { text: begin }, []);
        return await this.#sendOn(client, statement, values, isTogether ? begin : undefined);
      } catch (error) {
        if (this.#isBroken) {
          release(true);
          this.#own = undefined;
        }
        throw error;
      }
    });
  }

  #sendOn(
    client: OwnConnection['client'],
    statement: Statement,
    values: readonly unknown[],
    begin?: string,
  ): Promise<Answer> {
    const options = { isOfBytes: this.#isOfBytes, begin };
    return this.#connections.sendOn(client, statement, values, options).catch((error: unknown) => {
      this.#isBroken ||= isDatabaseGone(error);
      if (isConsequence(error)) throw this.#failure ?? error;
      this.#failure = error;
      throw error;
    });
  }
}

function sentBy({ client }: OwnConnection): number {
  const { stream } = client.connection;
  return stream instanceof Socket ? stream.bytesWritten : 0;
}

function transactionEnded(): Error {
  return new Error('The transaction has ended: its statements are awaited before.');
}
