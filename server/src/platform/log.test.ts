import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLog } from './log.ts';

function linesOf(write: (log: ReturnType<typeof createLog>) => void): unknown[] {
  const lines: string[] = [];
  write(createLog('info', { write: (line) => lines.push(line) }));
  return lines.map((line) => JSON.parse(line));
}

test('data of people and secrets are in no line, however deep in an error or object they are', () => {
  const ada = { name: 'Ada', email: 'ada@example.com', address: { lines: ['ada@example.com'] } };
  const row = Object.assign(new Error('duplicate key'), {
    ...{ code: '23505', constraint: 'customers_email', detail: 'Key (email)=(ada@example.com)' },
    config: { request: { body: { customer: ada } } },
    cause: Object.assign(new Error('the cause'), { response: { customer: ada } }),
  });
  const several = Object.assign(new AggregateError([row], 'several'), { customer: ada });
  const lines = linesOf((log) => {
    log.error(row, 'work');
    log.error({ err: several, requestId: 'req_1', ids: ['a', 'b'] }, 'work');
    log.warn({ input: { customers: [ada] }, rows: [ada] }, 'work');
    log.warn(ada.address, 'work');
  });
  assert.ok(!JSON.stringify(lines).includes('Ada'));
  assert.deepEqual(
    lines.flatMap((line) => JSON.stringify(line).match(/ada@example\.com/g) ?? []),
    // A list of texts at the top of a line was named by who wrote the line.
    ['ada@example.com'],
  );
});

test('a line has the facts of an error, those of its causes, and the fields that its writer names', () => {
  const cause = new Error('the cause');
  const gone = Object.assign(new Error('gone', { cause }), { code: 'ECONNRESET', errno: -104 });
  const [alone, named] = linesOf((log) => {
    log.error(gone, 'work');
    log.error(
      { err: new AggregateError([gone], 'several'), requestId: 'req_1', ids: ['a'] },
      'work',
    );
  });
  assert.partialDeepStrictEqual(alone, {
    level: 'error',
    msg: 'work',
    err: { type: 'Error', message: 'gone: the cause', code: 'ECONNRESET', errno: -104 },
  });
  assert.match(JSON.stringify(alone), /Error: gone.*caused by: Error: the cause/);
  assert.partialDeepStrictEqual(named, {
    requestId: 'req_1',
    ids: ['a'],
    err: {
      message: 'several',
      aggregateErrors: [{ message: 'gone: the cause', code: 'ECONNRESET' }],
    },
  });
});
