import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import * as apps from 'kubernetes-models/apps/v1';
import * as policy from 'kubernetes-models/policy/v1';
import * as core from 'kubernetes-models/v1';
import { parse, parseAllDocuments } from 'yaml';
import { configVariables } from '../../server/src/config.ts';
import { createRateLimiter } from '../../server/src/domains/limits/index.ts';
import { createMetrics } from '../../server/src/http/metrics.ts';
import { DatabaseWatch } from '../../server/src/platform/database/index.ts';
import { Disk } from '../../server/src/platform/disk.ts';
import { folderFiles } from '../../server/src/platform/files/index.ts';

/** Checks of the files of deploy/; tests/endurance/containerfile.test.ts carries the Containerfile out. */

const ROOT = join(import.meta.dirname, '../..');
const textOf = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const SETTINGS = new Set(configVariables().map(({ name }) => name));
/** Settings of Node and of the images themselves. */
const OTHER_SETTINGS = /^(NODE_COMPILE_CACHE|POSTGRES_(USER|DB|PASSWORD))$/;

const KINDS = {
  ConfigMap: core.ConfigMap,
  PersistentVolumeClaim: core.PersistentVolumeClaim,
  Service: core.Service,
  Deployment: apps.Deployment,
  PodDisruptionBudget: policy.PodDisruptionBudget,
};

function isKind(kind: unknown): kind is keyof typeof KINDS {
  return typeof kind === 'string' && kind in KINDS;
}

test('the manifests of Kubernetes fit its schema and keep their pods restricted', () => {
  let checked = 0;
  for (const file of globSync('deploy/kubernetes/*.yaml', { cwd: ROOT })) {
    for (const document of parseAllDocuments(textOf(file))) {
      const manifest = document.toJS();
      const kind: unknown = manifest.kind;
      assert.ok(isKind(kind), `${file}: ${kind}`);
      new KINDS[kind](manifest).validate();
      checked += 1;
      if (kind !== 'Deployment') continue;
      const { spec } = manifest.spec.template;
      assert.equal(spec.securityContext.runAsNonRoot, true);
      const [{ securityContext, env }] = spec.containers;
      assert.deepEqual(securityContext, {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      assertSettings(env.map(({ name }: { name: string }) => name));
    }
  }
  assert.equal(checked, 6);
  const wrong = { ...parseAllDocuments(textOf('deploy/kubernetes/api.yaml'))[0]?.toJS() };
  assert.throws(() => new apps.Deployment({ ...wrong, spec: { replicas: 'two' } }).validate());
});

test('the compose file builds the image, waits for what it needs, and drops all privileges', () => {
  const { services } = parse(textOf('deploy/compose.yaml'));
  const { trackway, ...others } = services;
  assert.ok(existsSync(join(ROOT, 'deploy', trackway.build.context, trackway.build.dockerfile)));
  assert.deepEqual([trackway.read_only, trackway.cap_drop], [true, ['ALL']]);
  assert.deepEqual(Object.keys(trackway.depends_on), Object.keys(others));
  for (const [name, each] of Object.entries<{ healthcheck?: unknown }>(others))
    assert.ok(each.healthcheck !== undefined, name);
  assertSettings(Object.keys(trackway.environment));
  const given = textOf('deploy/trackway.env.example').matchAll(/^(\w+)=/gm);
  assertSettings([...given].map(([, name = '']) => name));
});

test('the Containerfile ends as an ordinary user, with a health check and settings that exist', () => {
  const lines = textOf('deploy/Containerfile').split('\n');
  const last = (word: string) => lines.findLast((line) => line.startsWith(`${word} `)) ?? '';
  assert.match(last('USER'), /^USER [1-9]\d+$/);
  assert.match(last('HEALTHCHECK'), /healthz/);
  assert.deepEqual(
    [last('ENTRYPOINT'), last('CMD')],
    ['ENTRYPOINT ["bin/node"]', 'CMD ["server/src/main.ts"]'],
  );
  assertSettings([...last('ENV').matchAll(/(\w+)=/g)].map(([, name = '']) => name));
});

const hasSystemd = existsSync('/usr/bin/systemd-analyze');

test('systemd accepts the unit', { skip: !hasSystemd && 'systemd is not installed' }, () => {
  const unit = textOf('deploy/systemd/trackway.service');
  assert.match(unit, /^NoNewPrivileges=true$/m);
  // The program and the user are not installed here; all else must be known to systemd.
  const { complaints } = verify(join(ROOT, 'deploy/systemd/trackway.service'));
  assert.deepEqual(
    complaints.filter(
      (line) => !/bin\/node is not executable|Failed to connect|user.*trackway/i.test(line),
    ),
    [],
  );
});

test('alerts and panels ask for metrics that exist', async () => {
  const metrics = createMetrics({
    disk: new Disk({ readFreeBytes: async () => 1, holdsDatabase: false }),
    requestLog: undefined,
    rateLimiter: { ...createRateLimiter(), isShared: () => true },
    database: new DatabaseWatch('postgresql://nobody@127.0.0.1:1/nothing'),
    replicas: {
      states: [{ name: 'one', isUsed: true, lagSeconds: 0, readCount: 1, repeatedCount: 0 }],
    },
    backups: folderFiles(ROOT),
  });
  metrics.observe({ environment: 'LIVE', outcome: 'OK', seconds: 1 });
  const text = await metrics.text();
  const { groups } = parse(textOf('deploy/prometheus/rules.yaml'));
  const rules: { alert: string; expr: string }[] = groups[0].rules;
  const { panels } = JSON.parse(textOf('deploy/grafana/trackway.json'));
  const targets: { expr: string }[] = panels.flatMap(({ targets }: { targets: [] }) => targets);
  const names = [...rules, ...targets].flatMap(({ expr }) => expr.match(/trackway_\w+/g) ?? []);
  assert.ok(names.length > 12, `${names.length} uses`);
  for (const name of names) assert.match(text, new RegExp(`^${name}[ {]`, 'm'), name);
  const incidents = textOf('docs/operations/incidents.md');
  for (const { alert } of rules) assert.ok(incidents.includes(`\n## ${alert}\n`), alert);
});

function assertSettings(names: readonly string[]): void {
  assert.ok(names.length > 0);
  for (const name of names)
    assert.ok(SETTINGS.has(name) || OTHER_SETTINGS.test(name), `${name} is no setting`);
}

function verify(unit: string): { complaints: string[] } {
  try {
    execFileSync('systemd-analyze', ['verify', '--man=no', unit], { stdio: 'pipe' });
    return { complaints: [] };
  } catch (error) {
    const text = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);
    return { complaints: text.split('\n').filter((line) => line.includes('trackway.service')) };
  }
}
