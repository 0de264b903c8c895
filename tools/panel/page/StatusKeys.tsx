import type { Display } from '../protocol.ts';
import { directionOf, wordsOf } from './words.ts';

interface StatusKeysProps {
  display: Display | undefined;
  side: 'start' | 'end';
  disabled: boolean;
  onStatus: (status: string) => void;
}

/** The keys beside the screen that select the attendance status of the next punch; the current one is lit. */
export function StatusKeys({ display, side, disabled, onStatus }: StatusKeysProps) {
  const { statuses = [], statusKeys = [], language = 'en' } = display ?? {};
  const lit = display?.chosen ?? display?.status;
  const half = Math.ceil(statusKeys.length / 2);
  const keys = statusKeys.map((key, index) => ({ key, label: statuses[index] ?? key }));
  const mine = side === 'start' ? keys.slice(0, half) : keys.slice(half);
  if (mine.length === 0) return null;
  return (
    <fieldset
      className={`status-keys status-keys-${side}`}
      aria-label={wordsOf(language)('screen.status')}
      lang={language}
      dir={directionOf(language)}
    >
      {mine.map(({ key, label }) => (
        <button
          key={key}
          type="button"
          className="status-key"
          disabled={disabled}
          aria-pressed={label === lit}
          onClick={() => onStatus(key)}
        >
          <bdi>{label}</bdi>
        </button>
      ))}
    </fieldset>
  );
}
