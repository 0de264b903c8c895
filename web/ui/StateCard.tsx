import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import type { Tone } from './Tag.tsx';

export interface StateItem {
  /** What it is about: «Link». */
  readonly label: string;
  /** How it stands, in words. */
  readonly value: ReactNode;
  /** Marks what is good, bad or worth a look; the word says it, sign and colour only help. */
  readonly tone?: Tone | undefined;
}

const signs = { ok: 'check', no: 'alert', warn: 'alert', info: 'info' } as const;

/** What the device does now, above the settings that say what it should do. */
export function StateCard({ label, items }: { label: string; items: readonly StateItem[] }) {
  return (
    <section className="card state-card" aria-label={label}>
      <dl>
        {items.map(({ label: name, value, tone = 'neutral' }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className={`state-${tone}`}>
              {tone !== 'neutral' && <Icon name={signs[tone]} size={16} />}
              <span>{value}</span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
