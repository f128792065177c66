import assert from 'node:assert/strict';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { test } from 'node:test';
import { clientAddressBehind } from './client-address.ts';

const CASES: readonly (readonly [string, string, string | undefined, string])[] = [
  ['a client without a proxy', '203.0.113.7', undefined, '203.0.113.7'],
  ['a header of a stranger', '203.0.113.7', '198.51.100.1', '203.0.113.7'],
  ['a client behind a proxy', '10.0.0.5', '198.51.100.1', '198.51.100.1'],
  ['a client that adds an address', '10.0.0.5', '192.0.2.9, 198.51.100.1', '198.51.100.1'],
  ['two proxies', '10.0.0.5', '198.51.100.1, 10.9.9.9', '198.51.100.1'],
  ['an IPv4 address in IPv6', '::ffff:10.0.0.5', '::ffff:198.51.100.1', '198.51.100.1'],
  ['an address of a /64', '2001:db8:1:2:3:4:5:6', undefined, '2001:db8:1:2::/64'],
  ['a short address of a /64', '2001:db8::1', undefined, '2001:db8:0:0::/64'],
  ['the address of IPv6 for this machine', '::1', undefined, '0:0:0:0::/64'],
  ['a network whose end is zero', '2001:db8:0001:2::', undefined, '2001:db8:1:2::/64'],
];

test('the address of a client is read behind trusted proxies only', () => {
  const addressOf = clientAddressBehind(['10.0.0.0/8', 'fd00::/8']);
  for (const [name, remoteAddress, forwarded, expected] of CASES)
    assert.equal(addressOf(requestFrom(remoteAddress, forwarded)), expected, name);
});

test('a text that is no address is cut', () => {
  const addressOf = clientAddressBehind(['10.0.0.0/8']);
  assert.equal(addressOf(requestFrom('10.0.0.5', 'x'.repeat(10_000))).length, 45);
});

test('without trusted proxies the header has no effect', () => {
  const addressOf = clientAddressBehind([]);
  assert.equal(addressOf(requestFrom('127.0.0.1', '198.51.100.1')), '127.0.0.1');
});

function requestFrom(remoteAddress: string, forwarded: string | undefined): IncomingMessage {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: remoteAddress });
  const request = new IncomingMessage(socket);
  if (forwarded !== undefined) request.headers['x-forwarded-for'] = forwarded;
  return request;
}
