import type { ReactNode } from 'react';
import { wordsOf } from '../texts/format.ts';

/** The person, key or program that did something. */
export function Actor({
  actor: { kind, name, email, id },
  link = (title) => title,
}: {
  readonly actor: {
    readonly kind: string;
    readonly name: string | null;
    readonly email: string | null;
    readonly id: string | null;
  };
  readonly link?: (title: string) => ReactNode;
}) {
  const title = name ?? id;
  if (title === null) return wordsOf(kind);
  return (
    <span>
      {link(title)}
      <br />
      <span className="quiet small">{email ?? wordsOf(kind)}</span>
    </span>
  );
}
