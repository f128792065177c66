import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildDashboard, isDashboardBuilt } from '../../server/src/dashboard.ts';
import { FAULTS } from './faults.ts';
import { installPackages } from './packages.ts';

/**
 * `npm run drill -- [fault …]` causes faults on a cluster of this machine and reports what clients saw;
 * `npm run drill -- soak --minutes 60` causes them at random. Everything runs in namespaces of its own (processes,
 * network, mounts) and in one folder, so that nothing of it remains, not even after Ctrl-C.
 */

const DRILL = join(import.meta.dirname, 'drill.ts');

const USAGE = `npm run drill -- [fault …] [--keep]
npm run drill -- soak --minutes 60 [--keep]

--keep leaves the folder with the logs. Faults in the order wanted, also several times; all by default:
${FAULTS.map(({ name, meaning }) => `  ${name.padEnd(20)} ${meaning}`).join('\n')}
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string', default: '60' },
    keep: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const known = new Set(['soak', ...FAULTS.map(({ name }) => name)]);
const unknown = positionals.filter((word) => !known.has(word));
if (values.help || unknown.length > 0 || !(Number(values.minutes) > 0)) {
  process.stdout.write(USAGE);
  process.exitCode = values.help ? 0 : 2;
} else if (installPackages()) {
  // Otherwise each service builds it, during the first faults.
  if (!(await isDashboardBuilt())) await buildDashboard();
  process.exitCode = await inNamespaces();
} else {
  process.exitCode = 2;
}

async function inNamespaces(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'trackway-drill-'));
  const asRoot = process.getuid?.() === 0 ? [] : ['--user', '--map-root-user'];
  const own = ['--mount', '--net', '--pid', '--fork', '--kill-child', '--mount-proc'];
  const words = [folder, values.minutes, ...positionals];
  // The shell is the first process of the namespace: it takes note of every process that ends without a parent.
  const child = spawn(
    'unshare',
    [...asRoot, ...own, 'sh', '-c', '"$@"; exit $?', 'sh', process.execPath, DRILL, ...words],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  );
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => void child.kill('SIGKILL'));
  try {
    await once(child, 'exit');
    return child.exitCode ?? 1;
  } finally {
    if (values.keep) process.stdout.write(`The logs are in ${folder}.\n`);
    else await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
