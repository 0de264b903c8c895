import { useId } from 'react';
import { formatNumber, t } from '../lib/i18n.ts';

export interface MeterProps {
  label: string;
  value: number;
  max: number;
}

/** How much of a capacity is used: words and figures first, the bar beside. */
export function Meter({ label, value, max }: MeterProps) {
  const id = useId();
  const share = max > 0 ? Math.min(1, value / max) : 0;
  const state = share >= 0.95 ? 'no' : share >= 0.8 ? 'warn' : 'ok';
  const text = t('ui.ofCapacity', { value: formatNumber(value), max: formatNumber(max) });
  return (
    <div className="meter">
      <div className="meter-head">
        <span id={id}>{label}</span>
        <span className="meter-value">{text}</span>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a native meter cannot be drawn alike in all browsers. */}
      <div
        className={`meter-bar meter-${state}`}
        role="meter"
        aria-labelledby={id}
        aria-valuemin={0}
        aria-valuemax={max}
        aria-valuenow={value}
        aria-valuetext={text}
      >
        <span style={{ inlineSize: `${value > 0 ? Math.max(share * 100, 1) : 0}%` }} />
      </div>
    </div>
  );
}
