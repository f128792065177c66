import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { readFile } from 'node:fs/promises';
import { createServer, isIPv4 } from 'node:net';
import { after, test } from 'node:test';
import { listening } from '../../platform/testing.ts';
import { isPublicAddress } from './address-rules.ts';
import { resolverOf } from './resolve.ts';
import { createSender } from './send.ts';

/** The wall against a real resolver, a DNS server of the test that lies and rebinds, and a listener behind it. */

let connections = 0;
const listener = createServer((socket) => {
  connections += 1;
  socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
});
const port = await listening(listener);

/** Addresses by name; each look-up of a name takes the next of its answers, the last one again and again. */
const ZONE: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'loopback.test': [['127.0.0.1']],
  'private.test': [['10.0.0.7']],
  'metadata.test': [['169.254.169.254']],
  'shared.test': [['100.64.1.1']],
  'multicast.test': [['224.0.0.1']],
  'benchmark.test': [['198.18.0.1']],
  'documentation.test': [['203.0.113.9']],
  'unique-local.test': [['fd00::1']],
  'link-local.test': [['fe80::1']],
  'mapped.test': [['::ffff:127.0.0.1']],
  'nat64.test': [['64:ff9b::7f00:1']],
  '6to4.test': [['2002:7f00:1::']],
  'teredo.test': [['2001:0:7f00:1::']],
  'good-v4-bad-v6.test': [['93.184.216.34', '::1']],
  'one-bad-among-good.test': [['93.184.216.34', '127.0.0.1', '93.184.216.35']],
  'rebinds.test': [['93.184.216.34'], ['127.0.0.1']],
};
/** A name whose server never answers. */
const SILENT = 'silent.test';
const A = 1;
const AAAA = 28;
const asked = new Map<string, number>();

const server = createSocket('udp4');
server.on('message', (question, from) => {
  const name = nameIn(question);
  const count = asked.get(name) ?? 0;
  const isA = question.readUInt16BE(12 + name.length + 2) === A;
  if (isA) asked.set(name, count + 1);
  if (name === SILENT) return;
  const answers = ZONE[name] ?? [];
  const addresses = answers[Math.min(count, answers.length - 1)] ?? [];
  const ofType = addresses.filter((address) => isIPv4(address) === isA);
  server.send(answerTo(question, name, ofType), from.port, from.address);
});
await new Promise<void>((resolve) => server.bind(0, '127.0.0.1', resolve));
const resolve = resolverOf(new Set(), [`127.0.0.1:${server.address().port}`]);
after(() => server.close());

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
  const records = addresses.map((address) => {
    const data = isIPv4(address) ? address.split('.').map(Number) : bytesOfV6(address);
    const type = isIPv4(address) ? A : AAAA;
    return Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, data.length, ...data]);
  });
  return Buffer.concat([head, ...records]);
}

/** The 16 bytes of an address, by the form that URLs give it. */
function bytesOfV6(address: string): number[] {
  const plain = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [before = [], after = []] = plain
    .split('::')
    .map((half) => half.split(':').filter(Boolean));
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  return [...before, ...zeros, ...after].flatMap((word) => {
    const value = Number.parseInt(word, 16);
    return [value >> 8, value & 0xff];
  });
}

async function sendTo(
  host: string,
  allowedHosts: ReadonlySet<string> = new Set(),
  answerMs = 2_000,
) {
  const sender = createSender({ resolve, allowedHosts, answerMs });
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

test('names whose servers never answer delay nobody: others are resolved, files are read, and each ends in time', async () => {
  const startedAt = performance.now();
  const silent = Array.from({ length: 8 }, () => sendTo(SILENT, new Set(), 10_000));
  // More than the threads that a look-up of the system would hold.
  await readFile(import.meta.filename);
  assert.equal((await sendTo('loopback.test')).failure, 'ADDRESS_REFUSED');
  assert.ok(performance.now() - startedAt < 1_000);
  for (const { failure } of await Promise.all(silent)) assert.equal(failure, 'DNS_FAILED');
  assert.ok(performance.now() - startedAt < 6_000);
});

test('a name that does not exist is said in a sentence', async () => {
  const { failure, message } = await sendTo('nowhere.test');
  assert.equal(failure, 'DNS_FAILED');
  assert.match(String(message), /^nowhere\.test was not resolved: E/);
});
