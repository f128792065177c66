import { databaseAddressOf } from './address.ts';
import { connectClient, type DatabaseClient, Hosts } from './client.ts';
import { PreparedStatement } from './prepared-statement.ts';

const RECONNECT_MS = 1_000;
const CONNECT_TIMEOUT_MS = 5_000;
/** A connection whose server does not answer within this time is replaced. */
const HEARTBEAT_MS = 5_000;

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
  const hosts = new Hosts(databaseAddressOf(url));
  let client: DatabaseClient | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const connect = async (): Promise<void> => {
    let made: DatabaseClient | undefined;
    const again = () => {
      if (isClosed || client !== made) return;
      client = undefined;
      onLoss();
      timer = setTimeout(() => void connect(), RECONNECT_MS).unref();
    };
    const settings = {
      application_name: 'trackway listen',
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    };
    try {
      const own = await connectClient(hosts, settings, (opened) => {
        made = opened;
        client = opened;
        opened.on('error', again).on('end', again);
        opened.on('notification', ({ payload }) => onNotice(payload));
      });
      await own.query(new PreparedStatement({ text: `listen ${channel}` }, [])).answer;
      onNotice(undefined);
    } catch {
      again();
    }
  };

  const heartbeat = setInterval(() => {
    // A statement that is still under way is the heartbeat before this one.
    if (client?.isBusy === true) client.destroy('Query read timeout');
    else if (client?.server !== undefined)
      client.query(new PreparedStatement({ text: 'select 1' }, [])).answer.catch(() => {});
  }, HEARTBEAT_MS).unref();

  void connect();
  return async () => {
    isClosed = true;
    clearTimeout(timer);
    clearInterval(heartbeat);
    await client?.end().catch(() => {});
  };
}
