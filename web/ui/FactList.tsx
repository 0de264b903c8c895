import type { ReactNode } from 'react';

export interface Fact {
  readonly label: string;
  readonly value: ReactNode;
}

/** Labels and values side by side, in as many columns as fit; `small`: for short values. */
export function FactList({ facts, small = false }: { facts: readonly Fact[]; small?: boolean }) {
  return (
    <dl className={small ? 'fact-list fact-list-small' : 'fact-list'}>
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}
