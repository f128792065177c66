import type { DppContent } from '../model.ts';
import { objectIn, objectsIn, textIn } from '../projections/content.ts';

/** The GLNs of the operator, the facility and the responsible parties that a content names; these fields are public. */
export function glnsIn(content: DppContent) {
  const partyGlns = objectsIn(content, 'responsibleParties')
    .map(glnOf)
    .filter((gln) => gln !== null);
  return {
    operatorGln: glnOf(objectIn(content, 'economicOperator')),
    facilityGln: glnOf(objectIn(content, 'facility')),
    partyGlns: partyGlns.length === 0 ? null : [...new Set(partyGlns)],
  };
}

/** The GLN of a party or a place; null if its identifier is of another scheme. */
export function glnOf(party: DppContent | undefined): string | null {
  return textIn(party, 'scheme') === 'GLN' ? (textIn(party, 'id') ?? null) : null;
}
