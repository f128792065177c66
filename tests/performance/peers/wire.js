import pg from 'pg';

// PostgreSQL's protocol by hand, for the limit: statements parsed once per connection, all messages of
// a request in one packet, rows read from the bytes of the socket. PostgreSQL's manual, "Message Formats".

const DATA_ROW = 0x44;
const ERROR = 0x45;
const READY = 0x5a;
/** Execute the unnamed portal, all rows. */
const EXECUTE = message('E', Buffer.alloc(5));
const SYNC = message('S', Buffer.alloc(0));

/** Opens a connection on which the named statements are prepared. */
export async function openWire(connectionString, statements) {
  // pg signs in; then its socket is ours.
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { stream } = client.connection;
  stream.removeAllListeners('data');
  const wire = new Wire(stream);
  const parses = Object.entries(statements).map(([name, text]) =>
    message('P', Buffer.concat([cstring(name), cstring(text), Buffer.alloc(2)])),
  );
  await wire.send([...parses, SYNC]);
  return wire;
}

class Wire {
  #stream;
  #waiting = [];
  #rows = [];
  #rest = Buffer.alloc(0);

  constructor(stream) {
    this.#stream = stream;
    stream.on('data', (bytes) => this.#read(bytes));
  }

  /** The rows of all statements, in order, as lists of texts. */
  send(messages) {
    const { promise, resolve, reject } = Promise.withResolvers();
    this.#waiting.push({ resolve, reject });
    this.#stream.write(Buffer.concat(messages));
    return promise;
  }

  #read(bytes) {
    const buffer = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    let at = 0;
    while (at + 5 <= buffer.length) {
      const end = at + 1 + buffer.readInt32BE(at + 1);
      if (end > buffer.length) break;
      const kind = buffer[at];
      if (kind === DATA_ROW) this.#rows.push(rowAt(buffer, at + 5));
      else if (kind === READY) {
        this.#waiting.shift().resolve(this.#rows);
        this.#rows = [];
      } else if (kind === ERROR) {
        this.#waiting[0].reject(new Error(buffer.toString('utf8', at + 5, end)));
      }
      at = end;
    }
    this.#rest = buffer.subarray(at);
  }
}

function rowAt(buffer, start) {
  const row = [];
  let at = start + 2;
  for (let left = buffer.readInt16BE(start); left > 0; left -= 1) {
    const length = buffer.readInt32BE(at);
    at += 4;
    row.push(length < 0 ? null : buffer.utf8Slice(at, at + length));
    if (length > 0) at += length;
  }
  return row;
}

/** Bind and Execute of a prepared statement with text values. */
export function execution(name, values) {
  const parts = [Buffer.from('\0'), cstring(name), int16(0), int16(values.length)];
  for (const value of values) {
    const bytes = Buffer.from(value);
    parts.push(int32(bytes.length), bytes);
  }
  parts.push(int16(0));
  return Buffer.concat([message('B', Buffer.concat(parts)), EXECUTE]);
}

export { SYNC };

function message(kind, body) {
  return Buffer.concat([Buffer.from(kind), int32(body.length + 4), body]);
}

function cstring(text) {
  return Buffer.from(`${text}\0`);
}

function int16(value) {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(value);
  return bytes;
}

function int32(value) {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}
