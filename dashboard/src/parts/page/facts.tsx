import type { ReactNode } from 'react';

export type Fact = readonly [name: string, value: ReactNode];

/** Facts about one thing; one without a value is left out. */
export function Facts({
  facts,
  inRows = false,
}: {
  readonly facts: readonly Fact[];
  /** True for long values, which have a line each. */
  readonly inRows?: boolean;
}) {
  const known = facts.filter(([, value]) => value != null && value !== '');
  return known.length === 0 ? null : (
    <dl className={inRows ? 'fact-rows' : 'facts'}>
      {known.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
