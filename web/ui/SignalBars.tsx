import { t } from '../lib/i18n.ts';
import { barsOf } from '../lib/signal.ts';

const HEIGHTS = [4, 8, 12, 16] as const;

/** Signal strength: bars, and a text for screen readers. */
export function SignalBars({ dbm }: { dbm: number }) {
  const bars = barsOf(dbm);
  return (
    <span className="signal">
      <svg width="22" height="18" viewBox="0 0 22 18" aria-hidden="true" focusable="false">
        {HEIGHTS.map((height, index) => (
          <rect
            key={height}
            x={1 + index * 5.5}
            y={17 - height}
            width="3.500"
            height={height}
            rx="1"
            className={index < bars ? 'signal-on' : 'signal-off'}
          />
        ))}
      </svg>
      <span className="visually-hidden">{t(`wifi.signal.${bars}`)}</span>
    </span>
  );
}
