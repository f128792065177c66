/**
 * A GraphQL document with the types of its result and variables. Documents of GraphQL Code Generator
 * (`documentMode: 'string'`) and of gql.tada have this form.
 */
export type TypedDocument<Result, Variables> = {
  readonly __apiType?: (variables: Variables) => Result;
} & (
  | { toString(): string; readonly kind?: never }
  | { readonly kind: 'Document'; readonly loc?: { readonly source: { readonly body: string } } }
);

/** Text of a document. */
export function textOf(document: string | TypedDocument<unknown, never>): string {
  if (typeof document === 'string') return document;
  if (document.kind !== 'Document') return document.toString();
  const text = document.loc?.source.body;
  if (text === undefined) {
    throw new TypeError(
      'The document has no source text. Pass its text, or generate documents with documentMode "string".',
    );
  }
  return text;
}

/** Strings, block strings and comments, whose content is not syntax. */
const OPAQUE = /"""(?:\\"""|[\s\S])*?"""|"(?:\\.|[^"\\\n])*"|#[^\n\r]*/g;

/** True if the operation that a request runs is a mutation. */
export function isMutation(text: string, operationName: string | undefined): boolean {
  const syntax = text.replace(OPAQUE, ' ');
  let depth = 0;
  for (const [token] of syntax.matchAll(/[{}]|\bmutation\b(?:\s+([_A-Za-z]\w*))?/g)) {
    if (token === '{') depth++;
    else if (token === '}') depth--;
    else if (depth === 0) {
      const name = token.slice('mutation'.length).trim();
      if (operationName === undefined || name === operationName) return true;
    }
  }
  return false;
}
