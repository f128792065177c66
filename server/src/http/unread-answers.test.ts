import assert from 'node:assert/strict';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { test } from 'node:test';
import { UnreadAnswers } from './unread-answers.ts';

test('who has most unread answers is cut off first, with the oldest of them', () => {
  const unread = new UnreadAnswers();
  const add = (tenant: string) => {
    const response = new ServerResponse(new IncomingMessage(new Socket()));
    unread.add({ tenant, bytes: 8 * 1024 ** 2, response });
    return response;
  };
  const slow = add('theirs');
  const mine = Array.from({ length: 6 }, () => add('mine'));
  const cutOff = () => mine.map(({ destroyed }) => destroyed);
  assert.deepEqual(cutOff(), [true, true, true, false, false, false]);
  assert.equal(slow.destroyed, false);
  mine[4]?.emit('close');
  add('others');
  assert.deepEqual(cutOff(), [true, true, true, false, false, false]);
});
