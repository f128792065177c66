import { createHash } from 'node:crypto';
import pg from 'pg';
import { FairShare } from '../../concurrency/fair-share.ts';
import type { Scope } from '../../scope.ts';
import { spanOfStatement, type Tracing } from '../../tracing.ts';
import type { TenantWrites } from '../replicas/tenant-writes.ts';
import { databaseAddressOf } from './address.ts';
import { connectClient, DatabaseClient, Hosts } from './client.ts';
import { isDatabaseGone, isReadOnly, retryConnect } from './failures.ts';
import { choosePipeline, isForLarge, Pipeline } from './pipelines.ts';
import {
  type Answer,
  PreparedStatement,
  type SendOptions,
  type Statement,
} from './prepared-statement.ts';
import { quietConnections } from './quiet-connections.ts';
import { ReadTooMuch, readingBudget } from './reading-budget.ts';
import type { RowBytes } from './row-bytes.ts';
import { tenantOfWork } from './tenant-of-work.ts';
import { valueTypes } from './values.ts';

type ConnectionOptions = {
  readonly url: string;
  /** Called with the text of every statement sent; the tenancy check of the tests listens here. */
  readonly onStatement?: ((sql: string) => void) | undefined;
  readonly tracing?: Tracing | undefined;
  readonly statementTimeoutMs: number;
  /** For a new connection. */
  readonly connectTimeoutMs: number;
  /** For a transaction that waits until a connection of the pool is free. */
  readonly queueTimeoutMs: number;
  /** A connection that is older is replaced when no statement is under way. */
  readonly connectionLifeMs: number;
  /** The locks of a process that is frozen within a transaction end after this time. */
  readonly idleInTransactionMs: number;
  /** Connections that many autocommit statements share, sent without waiting for each other. */
  readonly pipelines: number;
  /** Connections for transactions, one each at a time. */
  readonly poolSize: number;
};

const LOOK_EVERY_MS = 1_000;

/** Texts whose names are kept: a name follows from its text. */
const MOST_KEPT_NAMES = 1000;
const READ = /^\s*select\b/i;
/** Words of statements that may wait for another transaction: for a row, a key that they insert, a row that a key refers to, a table. */
const LOCKS = /\b(insert|update|delete|merge|create|alter|drop|truncate|analyze)\b/i;
const statements = new Map<string, Statement>();

/**
 * Ends the text of a statement that is planned each time for its values: how much they select differs
 * so much that no kept plan is good for all.
 */
export const FOR_ITS_VALUES = '/* planned for its values */';

/** The named statement of a text. */
export function statementOf(text: string): Statement {
  const known = statements.get(text);
  if (known !== undefined) return known;
  const mayWait = LOCKS.test(text);
  if (text.endsWith(FOR_ITS_VALUES)) return { text, mayWait };
  if (statements.size >= MOST_KEPT_NAMES) statements.clear();
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  const statement = { text, name, mayWait };
  statements.set(text, statement);
  return statement;
}

/** Sends single statements. With `isOfBytes` the rows are `RowBytes`. */
export type Sender = {
  readonly send: (
    statement: Statement,
    values: readonly unknown[],
    isOfBytes: boolean,
  ) => Promise<Answer>;
};

/** A connection of the pool, until it is released; one in an unknown state is discarded then. */
export type OwnConnection = {
  readonly client: pg.PoolClient;
  readonly release: (isBroken: boolean) => void;
};

/** The two kinds of connection: shared pipelines for single statements, a pool for transactions. */
export class Connections {
  readonly #options: ConnectionOptions;
  readonly #pool: pg.Pool;
  readonly #pipelines: Pipeline[];
  readonly #hosts: Hosts;
  readonly #open = new Set<DatabaseClient>();
  readonly #looks: NodeJS.Timeout;
  /** Others find a connection while transactions of a tenant wait for its locks or take long. */
  readonly #shares: FairShare;
  #isClosed = false;
  /** Called after every committed transaction. */
  onCommit: () => void = () => {};
  /** Called with the bytes that a committed transaction of a tenant sent. */
  onWritten: (scope: Scope, bytes: number) => void = () => {};
  /** Told of every transaction that writes, if reads may go to replicas. */
  writes: TenantWrites | undefined;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    const hosts = new Hosts(databaseAddressOf(options.url));
    this.#hosts = hosts;
    this.#shares = new FairShare(options.poolSize, options.queueTimeoutMs);
    const note = (client: DatabaseClient) => this.#note(client);
    const settings = this.#settings();
    this.#pool = new pg.Pool({
      connectionTimeoutMillis: options.queueTimeoutMs,
      maxLifetimeSeconds: options.connectionLifeMs / 1_000,
      max: options.poolSize,
      Client: class extends DatabaseClient {
        constructor() {
          super(hosts, settings);
          note(this);
        }
      },
      verify: (client, done) => {
        if (client instanceof DatabaseClient) client.identify().then(() => done(), done);
      },
    });
    // The pool replaces an idle connection that breaks; its user gets the error with the current or
    // the next statement.
    this.#pool.on('error', () => {});
    const look = quietConnections(this.#open, options.statementTimeoutMs, () =>
      connectClient(hosts, settings),
    );
    this.#looks = setInterval(() => {
      look();
      for (const pipeline of this.#pipelines) this.#replaceOld(pipeline);
    }, LOOK_EVERY_MS).unref();
    this.#pipelines = Array.from({ length: options.pipelines }, () => new Pipeline());
  }

  /**
   * Sends one statement, outside of a transaction. A read whose connection broke is sent once more;
   * whether a write took place is not known then, so its error is the caller's. One that may wait for a lock has a connection
   * of its own: those behind it would wait as well. With `isOfBytes` the
   * rows are `RowBytes`. Nothing is sent for work whose reading budget is spent.
   */
  async send(statement: Statement, values: readonly unknown[], isOfBytes = false): Promise<Answer> {
    const budget = readingBudget();
    if (budget?.isSpent === true) throw new ReadTooMuch();
    if (statement.mayWait === true) return this.#sendAlone(statement, values, { isOfBytes });
    const isLarge = budget?.isLarge === true;
    const tenant = tenantOfWork();
    const pipeline = choosePipeline(this.#pipelines, tenant, isLarge);
    pipeline.enter(tenant, isLarge);
    try {
      const client = pipeline.client ?? (await this.#openPipeline(pipeline));
      gather(client);
      try {
        return await this.sendOn(client, statement, values, { isOfBytes });
      } catch (error) {
        if (!isDatabaseGone(error)) throw error;
        // A server that was demoted keeps its connections: the next statement opens a new one.
        if (isReadOnly(error) && pipeline.client === client) {
          pipeline.client = undefined;
          void client.endWhenIdle();
        }
        if (!READ.test(statement.text)) throw error;
        const another = pipeline.client ?? (await this.#openPipeline(pipeline));
        return await this.sendOn(another, statement, values, { isOfBytes });
      }
    } finally {
      pipeline.leave(tenant, isLarge);
    }
  }

  /** Sends one statement on a connection at hand. */
  sendOn(
    client: pg.ClientBase,
    statement: Statement,
    values: readonly unknown[],
    options: SendOptions,
  ): Promise<Answer> {
    const { onStatement, tracing } = this.#options;
    onStatement?.(statement.text);
    const { answer } = client.query(new PreparedStatement(statement, values, options));
    return tracing === undefined ? answer : tracing.watch(spanOfStatement(statement.text), answer);
  }

  /** Sends one statement on a connection of its own; each of its rows is handed to `take` as it arrives. */
  async sendRows(
    statement: Statement,
    values: readonly unknown[],
    take: (row: RowBytes) => void,
  ): Promise<void> {
    await this.#sendAlone(statement, values, { isOfBytes: true, take });
  }

  async #sendAlone(
    statement: Statement,
    values: readonly unknown[],
    options: SendOptions,
  ): Promise<Answer> {
    const own = await retryConnect(() => this.checkOut());
    let isBroken = false;
    try {
      return await this.sendOn(own.client, statement, values, options);
    } catch (error) {
      isBroken = isDatabaseGone(error);
      throw error;
    } finally {
      own.release(isBroken);
    }
  }

  /** Waits for a connection from the share of the tenant whose work runs now. */
  async checkOut(): Promise<OwnConnection> {
    const tenant = tenantOfWork();
    const entering = this.#shares.enter(tenant);
    if (entering !== undefined) await entering;
    try {
      const client = await this.#pool.connect();
      const release = (isBroken: boolean): void => {
        client.release(isBroken);
        this.#shares.leave(tenant);
      };
      return { client, release };
    } catch (error) {
      this.#shares.leave(tenant);
      throw error;
    }
  }

  /** The same number of pipelines to another server. */
  alike(url: string): Connections {
    return new Connections({ ...this.#options, url, poolSize: 1 });
  }

  async close(): Promise<void> {
    await this.writes?.close();
    this.#isClosed = true;
    clearInterval(this.#looks);
    await Promise.all([
      this.#pool.end(),
      // A connection that could not be opened is the error of the statement that waits for it.
      ...this.#pipelines.map(async ({ client, opening }) =>
        ((await opening?.catch(() => undefined)) ?? client)?.end(),
      ),
    ]);
  }

  #settings(): pg.ClientConfig {
    return {
      application_name: 'trackway',
      statement_timeout: this.#options.statementTimeoutMs,
      connectionTimeoutMillis: this.#options.connectTimeoutMs,
      idle_in_transaction_session_timeout: this.#options.idleInTransactionMs,
      options: '-c timezone=UTC',
      types: valueTypes,
      // COMMIT follows the statement before it without waiting for its answer.
      pipeline: true,
    };
  }

  #openPipeline(pipeline: Pipeline): Promise<DatabaseClient> {
    if (this.#isClosed) return Promise.reject(new Error('The database is closed.'));
    pipeline.opening ??= retryConnect(() => this.#connect(pipeline)).finally(() => {
      pipeline.opening = undefined;
    });
    return pipeline.opening;
  }

  async #connect(pipeline: Pipeline): Promise<DatabaseClient> {
    const client = await connectClient(this.#hosts, this.#settings(), (made) => this.#note(made));
    if (isForLarge(this.#pipelines, this.#pipelines.indexOf(pipeline)))
      await client.lowerPriority();
    // The next statement opens a new connection.
    const forget = () => {
      if (pipeline.client === client) pipeline.client = undefined;
    };
    client.on('error', forget).on('end', forget);
    pipeline.client = client;
    return client;
  }

  #note(client: DatabaseClient): void {
    this.#open.add(client);
    client.once('end', () => this.#open.delete(client));
  }

  /** New statements open another connection; this one ends with its last statement. */
  #replaceOld(pipeline: Pipeline): void {
    const { client } = pipeline;
    if (client === undefined || client.ageMs < this.#options.connectionLifeMs) return;
    pipeline.client = undefined;
    void client.endWhenIdle();
  }
}

/**
 * Corks the stream until this turn of the event loop ends, so that all statements leave in one
 * packet.
 */
export function gather({ connection: { stream } }: pg.ClientBase): void {
  if (stream.writableCorked > 0) return;
  stream.cork();
  setImmediate(() => stream.uncork());
}
