import { encodeId, type IdKind } from '../../platform/ids.ts';
import type { Upserted } from '../../rules/bulk/upsert.ts';
import type { ReadRow } from './read-rows-graphql.ts';

const SHOWN_CHARACTERS = 10_000;

/** The lines of the result file for some rows: what became of each; of a failed one also its text. */
export function resultText(
  idKind: IdKind,
  rows: readonly ReadRow[],
  outcomes: readonly Upserted[],
): string {
  return rows
    .map(({ number: row, line, externalId, text }, at) => {
      const outcome = outcomes[at];
      const place = { row, line, externalId, status: outcome?.status };
      if (outcome === undefined || outcome.status !== 'FAILED') {
        const id = outcome?.id ?? null;
        return JSON.stringify({ ...place, id: id === null ? null : encodeId(idKind, id) });
      }
      const { problems } = outcome;
      return JSON.stringify({ ...place, problems, text: text.slice(0, SHOWN_CHARACTERS) });
    })
    .map((line) => `${line}\n`)
    .join('');
}
