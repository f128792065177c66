import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { assetBenchmarks } from './assets/main.ts';
import { bulkBenchmarks } from './bulk.ts';
import { capacityBenchmarks } from './capacity.ts';
import { catalogueBenchmarks } from './catalogue.ts';
import { engineBenchmarks } from './engine/main.ts';
import { isolationBenchmarks } from './isolation.ts';
import { materialSwapBenchmarks } from './material-swap.ts';
import { pageBenchmarks } from './pages.ts';
import { itemBenchmarks } from './passports/items.ts';
import { passportBenchmarks } from './passports/main.ts';
import { readBenchmarks } from './read.ts';
import { scaleBenchmarks } from './scale.ts';
import { scenarioBenchmarks } from './scenarios.ts';
import { printTable, type Table } from './table.ts';
import { telemetryBenchmarks } from './telemetry.ts';
import { webhookBenchmarks } from './webhooks/main.ts';

// npm run bench -- [read|assets|capacity|engine|catalogue|material-swap|isolation|scale|scenarios|telemetry|bulk|webhooks|pages|passport-items|passports [part …]] [--json file] [--rounds n] [--seconds n] [--connections n] [--rows n]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '16' },
    rows: { type: 'string', default: '1000000' },
  },
});

const SUITES: Readonly<Record<string, () => Promise<Table[]>>> = {
  assets: () => assetBenchmarks({ seconds: Number(values.seconds), rows: Number(values.rows) }),
  capacity: () =>
    capacityBenchmarks(
      { seconds: Number(values.seconds), connections: Number(values.connections) },
      positionals.slice(1),
    ),
  catalogue: catalogueBenchmarks,
  'material-swap': () => materialSwapBenchmarks(Number(values.rows)),
  bulk: () => bulkBenchmarks(Number(values.rows)),
  engine: engineBenchmarks,
  isolation: () => isolationBenchmarks(Number(values.seconds), positionals.slice(1)),
  read: () =>
    readBenchmarks({
      parts: positionals.slice(1),
      rounds: Number(values.rounds),
      seconds: Number(values.seconds),
      connections: Number(values.connections),
    }),
  pages: pageBenchmarks,
  'passport-items': () => itemBenchmarks(Math.min(100_000, Number(values.rows))),
  passports: () =>
    passportBenchmarks({
      passports: Number(values.rows),
      rounds: Number(values.rounds),
      seconds: Number(values.seconds),
      connections: Number(values.connections),
    }),
  scenarios: scenarioBenchmarks,
  scale: () =>
    scaleBenchmarks({
      rounds: Number(values.rounds),
      seconds: Number(values.seconds),
      size: Number(values.rows),
    }),
  telemetry: () =>
    telemetryBenchmarks({
      rounds: Number(values.rounds),
      seconds: Number(values.seconds),
      connections: Number(values.connections),
    }),
  webhooks: () =>
    webhookBenchmarks({
      parts: positionals.slice(1),
      rounds: Number(values.rounds),
      seconds: Number(values.seconds),
      backlog: Number(values.rows),
    }),
};

const name = positionals[0] ?? 'read';
const suite = SUITES[name];
if (suite === undefined) {
  process.stderr.write(`No benchmark is called ${name}: ${Object.keys(SUITES).join(', ')}.\n`);
  process.exit(2);
}
const tables = await suite();
tables.forEach(printTable);
if (values.json !== undefined) {
  const machine = { cpu: cpus()[0]?.model, cores: cpus().length, node: process.version };
  const report = { measuredAt: new Date().toISOString(), machine, tables };
  writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`);
}
