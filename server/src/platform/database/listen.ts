import pg from 'pg';

const RECONNECT_MS = 1_000;

/**
 * Calls back for every notification of a channel with its payload, and with undefined after every connection,
 * because notifications may have been missed. `onLoss` is called when the connection is lost. Returns a
 * function that ends the listening.
 */
export function listenTo(
  url: string,
  channel: string,
  onNotice: (payload: string | undefined) => void,
  onLoss: () => void = () => {},
): () => Promise<void> {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const connect = async (): Promise<void> => {
    const own = new pg.Client({
      connectionString: url,
      application_name: 'trackway listen',
      keepAlive: true,
    });
    client = own;
    const again = () => {
      if (isClosed || client !== own) return;
      client = undefined;
      onLoss();
      timer = setTimeout(() => void connect(), RECONNECT_MS).unref();
    };
    own.on('error', again).on('end', again);
    own.on('notification', ({ payload }) => onNotice(payload));
    try {
      await own.connect();
      await own.query(`listen ${channel}`);
      onNotice(undefined);
    } catch {
      again();
    }
  };

  void connect();
  return async () => {
    isClosed = true;
    clearTimeout(timer);
    await client?.end().catch(() => {});
  };
}
