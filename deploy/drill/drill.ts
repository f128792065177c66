import { drillFault } from './drill-fault.ts';
import { FAULTS } from './faults.ts';
import { startParts } from './parts.ts';
import { soak } from './soak.ts';
import { complaintsOf, heading, line, type Outcome } from './verdict.ts';

/** The drill inside its namespaces; main.ts starts it. */

const [folder = '', minutes = '', ...words] = process.argv.slice(2);
const say = (text: string) => process.stdout.write(`${text}\n`);

say('Starting three machines of PostgreSQL, Redis with sentinels and three services …');
const parts = await startParts(folder);
say(heading());
const onOutcome = (outcome: Outcome) => say(line(outcome));
const complaints = words.includes('soak')
  ? await soak(parts, Number(minutes), onOutcome)
  : await drillAll();
say(complaints.length === 0 ? 'Verdict: passed.' : `Verdict: failed.\n${complaints.join('\n')}`);
// Clusters and services end with this process, the first of its namespace.
process.exit(complaints.length === 0 ? 0 : 1);

async function drillAll(): Promise<string[]> {
  const named = words.flatMap((word) => FAULTS.filter(({ name }) => name === word));
  const wanted = words.length === 0 ? FAULTS : named;
  const all: string[] = [];
  for (const [position, fault] of wanted.entries()) {
    const outcome = await drillFault(fault, parts, `drill-${position}`);
    onOutcome(outcome);
    all.push(...complaintsOf(outcome).map((complaint) => `${fault.name}: ${complaint}`));
  }
  return all;
}
