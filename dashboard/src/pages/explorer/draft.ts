/** A document and the text of its variables, as a person writes them. */
export type Draft = { readonly query: string; readonly variables: string };
