import type { Db } from '../../../platform/database/index.ts';
import { OperatorError } from '../../../platform/operator-error.ts';
import type { FactorSetRow } from '../model.ts';
import { keepsFactors, listFactorSets, saveFactorSet } from '../store.ts';
import { DATA_FOLDER, listStoredSets, readFactors } from './set-files.ts';

/**
 * Brings the sets of the data folder into the database, each in one transaction: new ones whole, of known ones the
 * words and the factors that were added. Returns the sets that are new or have more factors. Part of the start-up, which
 * one process at a time does.
 */
export async function seedFactorSets(db: Db, dataFolder = DATA_FOLDER): Promise<FactorSetRow[]> {
  const stored = await listStoredSets(dataFolder);
  const known = new Map((await listFactorSets(db)).map((set) => [set.id, set]));
  const added: FactorSetRow[] = [];
  for (const candidate of stored) {
    const before = known.get(candidate.set.id);
    if (before?.contentHash !== candidate.set.contentHash) {
      const factors = await readFactors(candidate);
      await db.transaction().execute(async (tx) => {
        if (before !== undefined && !(await keepsFactors(tx, before, factors)))
          throw new OperatorError(
            `The numbers of factor set ${before.slug} differ from those loaded before. A set may get more factors, but its numbers never change, because results point at them. If you edited the set, give the new numbers a new version; if you did not, start the version of Trackway that this database was made with; one of a commit before 0.1.0 may not be upgraded: begin with an empty database.`,
          );
        await saveFactorSet(tx, candidate.set, factors);
      });
      added.push(candidate.set);
    } else if (!hasSameDescription(before, candidate.set)) {
      await db.transaction().execute((tx) => saveFactorSet(tx, candidate.set, []));
    }
  }
  return added;
}

function hasSameDescription(a: FactorSetRow, b: FactorSetRow): boolean {
  return (
    a.title === b.title &&
    a.publisher === b.publisher &&
    a.licenceUrl === b.licenceUrl &&
    a.attribution === b.attribution &&
    a.sourceUrl === b.sourceUrl &&
    a.attributionUrls.join(' ') === b.attributionUrls.join(' ')
  );
}
