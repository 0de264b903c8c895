import { useId } from 'react';
import { fullnessOf, fullnessTone } from '../lib/fullness.ts';
import { formatNumber, t } from '../lib/i18n.ts';
import { FullnessTag } from './FullnessTag.tsx';

export interface MeterProps {
  label: string;
  value: number;
  max: number;
}

/** How much of a capacity is used: text and figures first, the bar beside them. */
export function Meter({ label, value, max }: MeterProps) {
  const id = useId();
  const share = max > 0 ? Math.min(1, value / max) : 0;
  const fullness = fullnessOf(value, max);
  const word = fullness === 'room' ? '' : t(`ui.${fullness}`);
  const text = t('ui.ofCapacity', { value: formatNumber(value), max: formatNumber(max) });
  return (
    <div className="meter">
      <div className="meter-head">
        <span id={id}>{label}</span>
        <span className="meter-value">
          <FullnessTag fullness={fullness} /> {text}
        </span>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a native meter cannot be drawn alike in all browsers. */}
      <div
        className={`meter-bar meter-${fullnessTone[fullness]}`}
        role="meter"
        aria-labelledby={id}
        aria-valuemin={0}
        aria-valuemax={max}
        aria-valuenow={value}
        aria-valuetext={[text, word].filter(Boolean).join(', ')}
      >
        <span style={{ inlineSize: `${value > 0 ? Math.max(share * 100, 1) : 0}%` }} />
      </div>
    </div>
  );
}
