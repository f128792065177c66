import { writeFile } from 'node:fs/promises';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { schema } from '../server/src/schema.ts';
import { printedSdkEvents, SDK_EVENTS_FILE } from './print-sdk-events.ts';

/** The public contract, printed from code: `npm run schema` writes it, a test keeps it true. */
export const SCHEMA_FILE = new URL('../server/schema.graphql', import.meta.url);

export function printedSchema(): string {
  return `${printSchema(lexicographicSortSchema(schema))}\n`;
}

if (import.meta.main) {
  await writeFile(SCHEMA_FILE, printedSchema());
  await writeFile(SDK_EVENTS_FILE, printedSdkEvents());
  process.stdout.write(
    'Printed server/schema.graphql and sdk/src/events.ts; read their diffs as a user of the API.\n',
  );
}
