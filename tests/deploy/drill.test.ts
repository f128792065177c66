import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { type Attempt, persist } from '../../deploy/drill/client.ts';
import { FAULTS } from '../../deploy/drill/faults.ts';
import { longestGap } from '../../deploy/drill/load.ts';
import { complaintsOf, type Outcome } from '../../deploy/drill/verdict.ts';
import { listening } from '../../server/src/platform/testing.ts';

/** The judgement of the drill; `npm run drill` itself needs a cluster. */

test('the gap is the longest time without a write after the fault, and its end is known', () => {
  assert.deepEqual(longestGap([900, 100, 5_200, 5_300], 1_000), { gapMs: 4_200, gapEndMs: 5_200 });
  assert.deepEqual(longestGap([1_400, 1_900, 2_700], 1_000), { gapMs: 800, gapEndMs: 1_000 });
  assert.deepEqual(longestGap([], 1_000), { gapMs: 0, gapEndMs: 1_000 });
});

test('each broken promise of an outcome is named, and a whole outcome has none', () => {
  const whole: Outcome = {
    fault: 'split',
    load: {
      acknowledged: ['a'],
      gapMs: 14_000,
      gapEndMs: 0,
      slowestMs: 0,
      failures: { UNAVAILABLE: 2 },
      failedTwice: 0,
    },
    lost: 0,
    doubled: 0,
    jobs: [jobThat('COMPLETED', 5)],
    problems: [],
  };
  assert.deepEqual(complaintsOf(whole), []);
  const broken: readonly (readonly [Partial<Outcome>, RegExp])[] = [
    [{ lost: 1 }, /lost/],
    [{ doubled: 1 }, /twice/],
    [{ load: { ...whole.load, failedTwice: 1 } }, /retry/],
    [{ load: { ...whole.load, gapMs: 15_001 } }, /gap/],
    [{ jobs: [jobThat('COMPLETED', 4)] }, /job/],
    [{ jobs: [jobThat('FAILED', 5)] }, /job/],
    [{ problems: ['service-4001 ended'] }, /ended/],
  ];
  for (const [change, complaint] of broken)
    assert.match(complaintsOf({ ...whole, ...change }).join(), complaint);
});

function jobThat(state: string, done: number): Outcome['jobs'][number] {
  const job = { name: 'import', total: 5, progress: async () => progress } as const;
  const progress = { state, done, failed: 0 };
  return { job, progress };
}

test('the client sends the same request again after an outage, and gives up on a wrong one', async () => {
  const answers = [
    { errors: [{ extensions: { code: 'UNAVAILABLE', retryAfterSeconds: 0 } }] },
    { data: { ok: true } },
    { errors: [{ extensions: { code: 'BAD_USER_INPUT' } }] },
  ];
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    bodies.push(Buffer.concat(await request.toArray()).toString());
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify(answers.shift()));
  });
  const request = {
    url: `http://127.0.0.1:${await listening(server)}`,
    method: 'POST',
    headers: {},
    body: 'x',
  } as const;
  const attempts: Attempt[] = [];
  assert.deepEqual(await persist(request, (attempt) => attempts.push(attempt)), { ok: true });
  assert.deepEqual(
    attempts.map(({ failure }) => failure),
    ['UNAVAILABLE', undefined],
  );
  assert.deepEqual(bodies, ['x', 'x']);
  await assert.rejects(persist(request), /BAD_USER_INPUT/);
});

test('faults have names of their own', () => {
  assert.equal(new Set(FAULTS.map(({ name }) => name)).size, FAULTS.length);
});
