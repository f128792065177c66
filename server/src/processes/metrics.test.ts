import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinMetrics } from './metrics.ts';

const textOf = (count: number) => `# HELP a_total Of requests.
# TYPE a_total counter
a_total{outcome="OK"} ${count}
# HELP b Of memory.
# TYPE b gauge
b ${10 * count}
`;

test('metrics of several processes are one text in which each metric stays together', () => {
  const texts = new Map([
    [1, textOf(1)],
    [2, textOf(2)],
  ]);
  assert.equal(
    joinMetrics(texts),
    `# HELP a_total Of requests.
# TYPE a_total counter
a_total{process="1",outcome="OK"} 1
a_total{process="2",outcome="OK"} 2
# HELP b Of memory.
# TYPE b gauge
b{process="1"} 10
b{process="2"} 20
`,
  );
});
