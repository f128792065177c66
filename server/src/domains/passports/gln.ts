import type { DppContent } from './model.ts';
import { objectIn, textIn } from './projections/content.ts';

/** The GLNs of the operator and the facility that a content names; both fields are public. */
export function glnsIn(content: DppContent) {
  return {
    operatorGln: glnOf(content, 'economicOperator'),
    facilityGln: glnOf(content, 'facility'),
  };
}

function glnOf(content: DppContent, name: string): string | null {
  const party = objectIn(content, name);
  return textIn(party, 'scheme') === 'GLN' ? (textIn(party, 'id') ?? null) : null;
}
