import { useEffect, useRef, useState } from 'react';
import { formatNumber, t } from '../lib/i18n.ts';
import { reloadOnAnswer } from '../lib/reload.ts';
import { RESTART_SECONDS, type RestartState } from '../lib/restart.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { BrandMark } from './BrandMark.tsx';

const RADIUS = 54;
const ROUND = 2 * Math.PI * RADIUS;

/** The only screen while the terminal restarts: the reason, the countdown, and the next step. */
export function RestartScreen({ restart }: { restart: RestartState }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const [trying, setTrying] = useState(false);
  const { left, late } = restart;
  const tryNow = () => {
    setTrying(true);
    reloadOnAnswer('/login');
  };
  return (
    <main className="restart-screen">
      <BrandMark />
      <h1 ref={heading} tabIndex={-1}>
        {t('app.restarting')}
      </h1>
      <div className="restart-clock" role="timer" aria-label={t('restart.left', { seconds: left })}>
        <svg viewBox="0 0 120 120" aria-hidden="true">
          <circle className="restart-track" cx="60" cy="60" r={RADIUS} />
          <circle
            className="restart-hand"
            cx="60"
            cy="60"
            r={RADIUS}
            strokeDasharray={ROUND}
            strokeDashoffset={ROUND * (1 - left / RESTART_SECONDS)}
          />
        </svg>
        <span aria-hidden="true">{formatNumber(left)}</span>
      </div>
      <p className="restart-text">{t('restart.waiting')}</p>
      <div role="status">
        {late && (
          <Notice tone="warn" title={t('restart.lateTitle')}>
            {t('restart.lateText')}
          </Notice>
        )}
      </div>
      {late && (
        <Button icon="refresh" busy={trying} onClick={tryNow}>
          {t('restart.tryNow')}
        </Button>
      )}
    </main>
  );
}
