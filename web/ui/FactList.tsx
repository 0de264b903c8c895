import type { ReactNode } from 'react';

export interface Fact {
  readonly label: string;
  readonly value: ReactNode;
}

/** Words and figures side by side, as many columns as there is room for; `small`: of figures, which need less. */
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
