import { type DocumentNode, Kind, visit } from 'graphql';

/** Nodes at which errors of a run point. */
const LOCATED: ReadonlySet<Kind> = new Set([
  Kind.FIELD,
  Kind.OPERATION_DEFINITION,
  Kind.VARIABLE_DEFINITION,
]);

/**
 * Forgets the places of nodes at which no error points once a document is valid, and all tokens but the first one of the
 * others: a place leads to all tokens of the document, which are half of its memory.
 */
export function forgetLocations(document: DocumentNode): void {
  visit(document, {
    enter: (node) => {
      const { kind, loc } = node;
      if (loc === undefined) return;
      if (!LOCATED.has(kind)) return void Object.assign(node, { loc: undefined });
      const { startToken } = loc;
      Object.assign(startToken, { prev: null, next: null });
      Object.assign(loc, { endToken: startToken });
    },
  });
}
