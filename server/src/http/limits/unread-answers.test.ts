import assert from 'node:assert/strict';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { test } from 'node:test';
import { UnreadAnswers } from './unread-answers.ts';

/** An answer of which the system has taken nothing yet. */
function answerOf(bytes: number): ServerResponse {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  response.end(Buffer.alloc(bytes));
  return response;
}

test('who has most unread answers is cut off first, with the oldest of them', () => {
  const unread = new UnreadAnswers();
  const add = (tenant: string) => {
    const response = answerOf(7 * 1024 ** 2);
    unread.add(tenant, response);
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

test('small answers that are not read are bounded too', () => {
  const unread = new UnreadAnswers();
  const answers = Array.from({ length: 2_000 }, () => answerOf(20_000));
  for (const answer of answers) unread.add('mine', answer);
  const open = answers.filter(({ destroyed }) => !destroyed).length;
  assert.ok(open > 500 && open < 1_000, `${open} of them are kept`);
});
