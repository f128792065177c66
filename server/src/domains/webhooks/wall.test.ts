import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { promises as dns } from 'node:dns';
import { createServer } from 'node:net';
import { after, test } from 'node:test';
import { isPublicAddress } from './address-rules.ts';
import { createSender } from './send.ts';

/** The wall against a real resolver, a DNS server of the test that lies and rebinds, and a listener behind it. */

let connections = 0;
const listener = createServer((socket) => {
  connections += 1;
  socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
});
await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
const port = portOf(listener.address());

/** Addresses by name; each look-up of a name takes the next of its answers, the last one again and again. */
const ZONE: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'loopback.test': [['127.0.0.1']],
  'private.test': [['10.0.0.7']],
  'metadata.test': [['169.254.169.254']],
  'shared.test': [['100.64.1.1']],
  'one-bad-among-good.test': [['93.184.216.34', '127.0.0.1', '93.184.216.35']],
  'rebinds.test': [['93.184.216.34'], ['127.0.0.1']],
};
const asked = new Map<string, number>();

const server = createSocket('udp4');
server.on('message', (question, from) => {
  const name = nameIn(question);
  const count = asked.get(name) ?? 0;
  const isA = question.readUInt16BE(12 + name.length + 2) === 1;
  if (isA) asked.set(name, count + 1);
  const answers = ZONE[name] ?? [];
  const addresses = isA ? (answers[Math.min(count, answers.length - 1)] ?? []) : [];
  server.send(answerTo(question, name, addresses), from.port, from.address);
});
await new Promise<void>((resolve) => server.bind(0, '127.0.0.1', resolve));
const resolver = new dns.Resolver();
resolver.setServers([`127.0.0.1:${portOf(server.address())}`]);
const resolve = (host: string) => resolver.resolve4(host);
after(() => {
  server.close();
  listener.close();
});

function portOf(address: unknown): number {
  return address instanceof Object && 'port' in address ? Number(address.port) : 0;
}

function nameIn(question: Buffer): string {
  const labels: string[] = [];
  for (let at = 12; question[at] !== 0; at += 1 + (question[at] ?? 0))
    labels.push(question.toString('latin1', at + 1, at + 1 + (question[at] ?? 0)));
  return labels.join('.');
}

/** A DNS answer: the header and question as they came, then a record per address. */
function answerTo(question: Buffer, name: string, addresses: readonly string[]): Buffer {
  const head = Buffer.from(question.subarray(0, 12 + name.length + 6));
  head.writeUInt16BE(0x8180, 2);
  head.writeUInt16BE(addresses.length, 6);
  head.writeUInt32BE(0, 8);
  const records = addresses.map((address) =>
    Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)]),
  );
  return Buffer.concat([head, ...records]);
}

async function sendTo(host: string, allowedHosts: ReadonlySet<string> = new Set()) {
  const sender = createSender({ resolve, allowedHosts, answerMs: 2_000 });
  try {
    return await sender.send({ url: `http://${host}:${port}/`, headers: {}, body: '{}' });
  } finally {
    await sender.close();
  }
}

test('the listener is reached when its host is allowed', async () => {
  assert.equal((await sendTo('loopback.test', new Set(['loopback.test']))).failure, null);
  assert.equal(connections, 1);
});

for (const host of Object.keys(ZONE).filter((name) => name !== 'rebinds.test')) {
  test(`${host} is refused without a connection`, async () => {
    const before = connections;
    assert.equal((await sendTo(host)).failure, 'ADDRESS_REFUSED');
    assert.equal(connections, before);
  });
}

test('a name that rebinds between two look-ups is connected at the checked address, or refused', async () => {
  const before = connections;
  // The first look-up is public, so that a connection to that address is tried, and no other.
  const first = await sendTo('rebinds.test');
  assert.ok(first.failure !== null && first.failure !== 'ADDRESS_REFUSED');
  assert.equal(asked.get('rebinds.test'), 1);
  assert.equal((await sendTo('rebinds.test')).failure, 'ADDRESS_REFUSED');
  assert.equal(connections, before);
});

const DISGUISED = [
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0177.0.0.1',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[64:ff9b::7f00:1]',
  '[2002:7f00:1::]',
  '[2001:0:7f00:1::]',
  '[fe80::1]',
  '[fd00::1]',
  '[ff02::1]',
];

for (const host of DISGUISED) {
  test(`the address ${host} is refused without a look-up and without a connection`, async () => {
    const before = connections;
    assert.equal((await sendTo(host)).failure, 'ADDRESS_REFUSED');
    assert.equal(connections, before);
  });
}

test('public addresses are public, and special ones are not', () => {
  for (const address of ['1.1.1.1', '93.184.216.34', '2606:4700::1111'])
    assert.ok(isPublicAddress(address), address);
  for (const address of [
    '192.0.2.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '0.0.0.0',
    '2001:db8::1',
    '::',
  ])
    assert.ok(!isPublicAddress(address), address);
});
