import type { DatabaseClient } from './client.ts';

/** The look in a row without a sign of life at which a fresh connection is compared, and how often again. */
const COMPARED_AT = 2;
const COMPARED_EVERY = 3;
/** Looks beyond the timeout of statements: the server itself did not end the statement. */
const GRACE_LOOKS = 2;

/**
 * Looks after connections whose peer nobody ends: a floating address that moved on, a primary that is
 * paused, a link that is cut. Called once a second, the function breaks a connection that has been quiet with a
 * statement under way
 *
 * - if a fresh connection reaches another server, so that the old one was replaced;
 * - or for longer than the server lets a statement run.
 */
export function quietConnections(
  open: ReadonlySet<DatabaseClient>,
  statementTimeoutMs: number,
  connect: () => Promise<DatabaseClient>,
): () => void {
  const mostLooks =
    statementTimeoutMs === 0
      ? Number.POSITIVE_INFINITY
      : Math.ceil(statementTimeoutMs / 1_000) + GRACE_LOOKS;
  let isComparing = false;

  const compare = async (quiet: readonly DatabaseClient[]): Promise<void> => {
    isComparing = true;
    try {
      const fresh = await connect();
      for (const client of quiet)
        if (client.isBusy && client.server !== fresh.server)
          client.destroy('Connection terminated: the server was replaced');
      await fresh.end();
    } catch {
      // Nothing answers: the timeout of statements decides.
    } finally {
      isComparing = false;
    }
  };

  return () => {
    const quiet: DatabaseClient[] = [];
    for (const client of open) {
      const looks = client.look();
      if (looks > mostLooks) client.destroy('Query read timeout');
      else if (looks % COMPARED_EVERY === COMPARED_AT) quiet.push(client);
    }
    if (quiet.length > 0 && !isComparing) void compare(quiet);
  };
}
