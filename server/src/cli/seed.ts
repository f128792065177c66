import { listOrganizations } from '../domains/accounts/index.ts';
import { loadTools, seedFactorSets } from '../domains/factors/index.ts';
import { products } from '../domains/products/index.ts';
import { seedSandbox } from '../domains/sandbox/index.ts';
import { startUp } from '../platform/database/index.ts';
import { computeHere } from '../rules/jobs/compute.ts';
import type { Command } from './command.ts';
import { withService } from './with-service.ts';

export const seedCommands: Readonly<Record<string, Command>> = {
  seed: {
    summary: 'Loads new factor sets, and the mock data into every sandbox without products.',
    positionals: [],
    options: {},
    run: () =>
      withService(async ({ db, databaseUrl }) => {
        const sets = await startUp({ url: databaseUrl }, seedFactorSets);
        const tools = await loadTools(db);
        const filled: string[] = [];
        for (const { id, name } of await listOrganizations(db)) {
          const scope = { organizationId: id, environment: 'SANDBOX' } as const;
          if ((await products.total({ db, scope })) > 0) continue;
          await db
            .transaction()
            .execute((tx) => seedSandbox(tx, id, (work) => computeHere(tools, work)));
          filled.push(name);
        }
        const text = `Factor sets loaded: ${sets.length}. Sandboxes filled: ${filled.join(', ') || 'none'}.`;
        return { text, data: { factorSets: sets.length, sandboxes: filled } };
      }),
  },
};
