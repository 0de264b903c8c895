import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import type { Tone } from './Tag.tsx';

export interface StateItem {
  /** What it is about: "Link". */
  readonly label: string;
  /** How it stands, in words. */
  readonly value: ReactNode;
  /** Marks what is good, bad or worth a look; the word says it, sign and colour only help. */
  readonly tone?: Tone | undefined;
  /** Its number in the drawing above. */
  readonly mark?: number | undefined;
}

const signs = { ok: 'check', no: 'alert', warn: 'alert', info: 'info' } as const;

export interface StateCardProps {
  label: string;
  items: readonly StateItem[];
  /** A drawing of it. */
  children?: ReactNode;
}

/** What the device does now, above the settings that say what it should do. */
export function StateCard({ label, items, children }: StateCardProps) {
  return (
    <section className="card state-card" aria-label={label}>
      {children}
      <dl>
        {items.map(({ label: name, value, tone = 'neutral', mark }) => (
          <div key={name}>
            <dt>
              {mark !== undefined && (
                <span className="state-mark" aria-hidden="true">
                  {mark}
                </span>
              )}
              {name}
            </dt>
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
