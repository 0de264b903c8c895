import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import type { Tone } from './Tag.tsx';

export interface StateItem {
  /** Name of the state: "Link". */
  readonly label: string;
  /** The state as text. */
  readonly value: ReactNode;
  /** Tone: good, bad or attention; the text says it, icon and colour only help. */
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

/** The current state of the device, above the settings that control it. */
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
