import { writeFileSync } from 'node:fs';
import { INVENTORY_SHAPE, SCENARIO_SHAPE } from '@trackway/engine';

/** Prints the schemas that the engine itself checks with: `bin/node docs/schemas/print-inventory-schema.ts`. */
for (const [name, shape] of [
  ['inventory', INVENTORY_SHAPE],
  ['scenario', SCENARIO_SHAPE],
] as const) {
  const file = new URL(`${name}.schema.json`, import.meta.url);
  writeFileSync(file, `${JSON.stringify(shape, null, 2)}\n`);
}
