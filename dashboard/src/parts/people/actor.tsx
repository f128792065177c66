import { wordsOf } from '../texts/format.ts';

/** The person, key or program that did something. */
export function Actor({
  actor: { kind, name, email, id },
}: {
  readonly actor: {
    readonly kind: string;
    readonly name: string | null;
    readonly email: string | null;
    readonly id: string | null;
  };
}) {
  const title = name ?? id;
  if (title === null) return wordsOf(kind);
  return (
    <span>
      {title}
      <br />
      <span className="quiet small">{email ?? wordsOf(kind)}</span>
    </span>
  );
}
