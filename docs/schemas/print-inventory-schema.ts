import { writeFileSync } from 'node:fs';
import { INVENTORY_SHAPE } from '@trackway/engine';

/** Prints the schema that the engine itself checks with: `bin/node docs/schemas/print-inventory-schema.ts`. */
writeFileSync(
  new URL('inventory.schema.json', import.meta.url),
  `${JSON.stringify(INVENTORY_SHAPE, null, 2)}\n`,
);
