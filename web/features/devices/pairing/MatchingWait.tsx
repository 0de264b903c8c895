import type { AnvizWiegandMatchReply } from '@gen/devices.ts';
import { useEffect } from 'react';
import { minutesAndSeconds, useCountdown } from '../../../lib/countdown.ts';
import { t } from '../../../lib/i18n.ts';
import { FoundDevices } from './FoundDevices.tsx';

/** Longest time the window is open, in seconds: the full length of the bar. */
const WINDOW_S = 60;

/** The window is open: remaining time, and the devices that responded so far. */
export function MatchingWait({ now }: { now: AnvizWiegandMatchReply }) {
  const { left, start } = useCountdown(now.secondsLeft);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer of the terminal sets the clock right
  useEffect(() => start(now.secondsLeft), [now]);
  return (
    <>
      <div className="pairing-wait">
        <span className="pairing-waves" aria-hidden="true">
          <i />
          <i />
          <i />
        </span>
        <div>
          <p className="pairing-title" role="status">
            {t('pairing.waiting')}
          </p>
          <p className="muted">{t('pairing.waitingText')}</p>
        </div>
        <strong className="pairing-left" role="timer" aria-label={t('pairing.left')}>
          {minutesAndSeconds(left)}
        </strong>
      </div>
      <div className="meter-bar">
        <span style={{ inlineSize: `${Math.min(1, left / WINDOW_S) * 100}%` }} />
      </div>
      <FoundDevices devices={now.found} />
    </>
  );
}
