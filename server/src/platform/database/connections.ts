import { createHash } from 'node:crypto';
import { Socket } from 'node:net';
import pg from 'pg';
import { isDatabaseGone, isReadOnly, retryConnect } from './failures.ts';
import { type Answer, PreparedStatement, type Statement } from './prepared-statement.ts';
import { RowClient } from './row-feed.ts';
import { valueTypes } from './values.ts';

export type ConnectionOptions = {
  readonly url: string;
  /** Called with the text of every statement sent; the tenancy check of the tests listens here. */
  readonly onStatement?: ((sql: string) => void) | undefined;
  readonly statementTimeoutMs: number;
  /** For a new connection, and for a transaction that waits until one of the pool is free. */
  readonly connectTimeoutMs: number;
  /** The locks of a process that is frozen within a transaction end after this time. */
  readonly idleInTransactionMs: number;
  /** Connections that many autocommit statements share, sent without waiting for each other. */
  readonly pipelines: number;
  /** Connections for transactions, one each at a time. */
  readonly poolSize: number;
};

/** Statements that wait on one pipeline while another is free. */
const MOST_TOGETHER = 16;
/** A pipeline on which nothing went through for so long is held up. */
const HELD_UP_MS = 5;

const MOST_NAMED_STATEMENTS = 1000;
const READ = /^\s*select\b/i;
const statements = new Map<string, Statement>();

/**
 * Ends the text of a statement that is planned each time for its values: how much they select differs
 * so much that no kept plan is good for all.
 */
export const FOR_ITS_VALUES = '/* planned for its values */';

/**
 * The named statement of a text. Texts beyond the first thousand stay unnamed, so that a caller who
 * builds texts without end (`in ($1, …, $n)`: write `= any($1)`) cannot fill the database's memory.
 */
export function statementOf(text: string): Statement {
  const known = statements.get(text);
  if (known !== undefined) return known;
  if (text.endsWith(FOR_ITS_VALUES) || statements.size >= MOST_NAMED_STATEMENTS) return { text };
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  const statement = { text, name };
  statements.set(text, statement);
  return statement;
}

type Pipeline = {
  client: pg.Client | undefined;
  socket: Socket | undefined;
  isGathering: boolean;
  opening: Promise<pg.Client> | undefined;
  waiting: number;
  /** When a statement last went through. */
  movedAtMs: number;
};

/** The two kinds of connection: shared pipelines for single statements, a pool for transactions. */
export class Connections {
  readonly #options: ConnectionOptions;
  readonly #pool: pg.Pool;
  readonly #pipelines: Pipeline[];
  #isClosed = false;
  /** Called after every committed transaction. */
  onCommit: () => void = () => {};

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#pool = new pg.Pool({
      ...this.#settings(),
      // COMMIT follows the statement before it without waiting for its answer.
      pipeline: true,
      max: options.poolSize,
      Client: RowClient,
    });
    // The pool replaces an idle connection that breaks; its user gets the error with the current or
    // the next statement. Between two statements there is no listener, and an unhandled error ends
    // the process.
    this.#pool.on('error', () => {});
    this.#pool.on('connect', (client) => client.on('error', () => {}));
    this.#pipelines = Array.from({ length: options.pipelines }, () => ({
      client: undefined,
      socket: undefined,
      isGathering: false,
      opening: undefined,
      waiting: 0,
      movedAtMs: 0,
    }));
  }

  /**
   * Sends one statement, outside of a transaction. A read whose connection broke is sent once more;
   * whether a write took place is not known then, so its error is the caller's. With `isOfBytes` the
   * rows are `RowBytes`.
   */
  async send(statement: Statement, values: readonly unknown[], isOfBytes = false): Promise<Answer> {
    try {
      return await this.#sendOnce(statement, values, isOfBytes);
    } catch (error) {
      if (!isDatabaseGone(error) || !READ.test(statement.text)) throw error;
      return this.#sendOnce(statement, values, isOfBytes);
    }
  }

  /** Sends one statement on a connection at hand. */
  sendOn(
    client: pg.ClientBase,
    statement: Statement,
    values: readonly unknown[],
    isOfBytes = false,
  ): Promise<Answer> {
    this.#options.onStatement?.(statement.text);
    return client.query(new PreparedStatement(statement, values, isOfBytes)).answer;
  }

  /** A connection of one's own, until released. */
  checkOut(): Promise<pg.PoolClient> {
    return this.#pool.connect();
  }

  async #sendOnce(
    statement: Statement,
    values: readonly unknown[],
    isOfBytes: boolean,
  ): Promise<Answer> {
    const pipeline = this.#choosePipeline();
    if (pipeline.waiting === 0) pipeline.movedAtMs = performance.now();
    pipeline.waiting += 1;
    try {
      const client = pipeline.client ?? (await this.#open(pipeline));
      gather(pipeline);
      return await this.sendOn(client, statement, values, isOfBytes).catch((error: unknown) => {
        // A server that was demoted keeps its connections: the next statement opens a new one.
        if (isReadOnly(error) && pipeline.client === client) {
          pipeline.client = undefined;
          void client.end().catch(() => {});
        }
        throw error;
      });
    } finally {
      pipeline.waiting -= 1;
      pipeline.movedAtMs = performance.now();
    }
  }

  /**
   * The first pipeline that flows: statements that travel together cost a third less than the same
   * statements on connections of their own. One that is full, or held up by a slow statement, is
   * passed by; when all are, the one with the fewest waiting is taken.
   */
  #choosePipeline(): Pipeline {
    const now = performance.now();
    return (
      this.#pipelines.find(
        ({ waiting, movedAtMs }) =>
          waiting === 0 || (waiting < MOST_TOGETHER && now - movedAtMs < HELD_UP_MS),
      ) ?? this.#pipelines.reduce((a, b) => (b.waiting < a.waiting ? b : a))
    );
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([
      this.#pool.end(),
      ...this.#pipelines.map(async ({ client, opening }) => (await (opening ?? client))?.end()),
    ]);
  }

  #settings(): pg.ClientConfig {
    return {
      connectionString: this.#options.url,
      application_name: 'trackway',
      statement_timeout: this.#options.statementTimeoutMs,
      connectionTimeoutMillis: this.#options.connectTimeoutMs,
      idle_in_transaction_session_timeout: this.#options.idleInTransactionMs,
      options: '-c timezone=UTC',
      types: valueTypes,
    };
  }

  #open(pipeline: Pipeline): Promise<pg.Client> {
    if (this.#isClosed) return Promise.reject(new Error('The database is closed.'));
    pipeline.opening ??= retryConnect(() => this.#connect(pipeline)).finally(() => {
      pipeline.opening = undefined;
    });
    return pipeline.opening;
  }

  async #connect(pipeline: Pipeline): Promise<pg.Client> {
    const socket = new Socket();
    const client = new RowClient({ ...this.#settings(), pipeline: true, stream: () => socket });
    // pg rejects the statements under way itself; the next statement opens a new connection.
    const forget = () => {
      if (pipeline.client === client) pipeline.client = undefined;
    };
    client.on('error', forget).on('end', forget);
    await client.connect();
    pipeline.client = client;
    pipeline.socket = socket;
    return client;
  }
}

/**
 * Corks the stream until this turn of the event loop ends, so that all statements leave in one
 * packet.
 */
function gather(pipeline: Pipeline): void {
  const { socket } = pipeline;
  if (socket === undefined || pipeline.isGathering) return;
  pipeline.isGathering = true;
  socket.cork();
  setImmediate(() => {
    pipeline.isGathering = false;
    socket.uncork();
  });
}
