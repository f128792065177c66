/** Namespace of the link types of the GS1 Web Vocabulary. */
export const GS1_VOCABULARY = 'https://ref.gs1.org/voc/';
/** Media type of a linkset (RFC 9264). */
export const LINKSET_TYPE = 'application/linkset+json';

/** One target of an identified thing. */
export type Link = {
  /** Link type as a full URI, such as `https://ref.gs1.org/voc/dpp`. */
  readonly relation: string;
  readonly href: string;
  readonly title: string;
  readonly type?: string;
  readonly hreflang?: readonly string[];
};

/** One identified thing with its links. */
export type LinkContext = {
  readonly anchor: string;
  readonly itemDescription: string;
  /** Target of a request that asks for no link type. GS1 allows it an address and a title only. */
  readonly defaultLink: Pick<Link, 'href' | 'title'>;
  readonly links: readonly Link[];
};

type Target = Omit<Link, 'relation'>;
type Linkset = {
  readonly linkset: readonly Readonly<Record<string, string | readonly Target[]>>[];
};

/** A linkset by RFC 9264 that the GS1 schema accepts: one default link per anchor, keys as full URIs. */
export function linksetOf(contexts: readonly LinkContext[]): Linkset {
  return {
    linkset: contexts.map(({ anchor, itemDescription, defaultLink, links }) => ({
      anchor,
      itemDescription,
      [`${GS1_VOCABULARY}defaultLink`]: [{ href: defaultLink.href, title: defaultLink.title }],
      ...targetsByRelation(links),
    })),
  };
}

function targetsByRelation(links: readonly Link[]): Record<string, Target[]> {
  const targets: Record<string, Target[]> = {};
  for (const { relation, ...target } of links)
    targets[relation] = [...(targets[relation] ?? []), target];
  return targets;
}
