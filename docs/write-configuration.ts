import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { configVariables } from '../server/src/config.ts';

/** `bin/node docs/write-configuration.ts` writes docs/configuration.md anew; a test keeps it true. */

export const CONFIGURATION_FILE = join(import.meta.dirname, 'configuration.md');

export function configurationPage(): string {
  const rows = configVariables().map(
    ({ name, default: value, meaning }) =>
      `| \`${name}\` | ${value === undefined ? '' : `\`${value}\``} | ${meaning} |`,
  );
  return `# Configuration

Trackway is configured by its environment alone. Nothing has to be set to try it: \`npm start\` makes
what it needs below \`TRACKWAY_DATA\`. All mistakes are reported together at start, and a name beginning
with \`TRACKWAY_\` that is not in this table is refused. \`npm run trackway -- config check\` says what
would be used.

| variable | default | meaning |
|---|---|---|
${rows.join('\n')}
`;
}

if (import.meta.main) await writeFile(CONFIGURATION_FILE, configurationPage());
