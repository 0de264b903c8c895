import { type ClockState, getDateTimeParamLimits } from '@gen/time.ts';
import { useState } from 'react';
import { ApiError } from '../../lib/api/apiError.ts';
import { errorText, t } from '../../lib/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Field } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { toast } from '../../ui/toast.ts';
import { setClock, setClockFromBrowser } from './clock.ts';
import { inputsOf, wallOf, wallOfInputs } from './wall.ts';

export interface SetClockCardProps {
  state: ClockState;
  /** The time comes from the network: setting it by hand would not last. */
  fromNetwork: boolean;
  mayWrite: boolean;
  onSet: () => Promise<void>;
}

/** Sets the clock at once: from this browser, or to what is typed, in the terminal's local time. */
export function SetClockCard({ state, fromNetwork, mayWrite, onSet }: SetClockCardProps) {
  const [typed, setTyped] = useState<{ day: string; time: string } | null>(null);
  const [busy, setBusy] = useState<'browser' | 'typed' | null>(null);
  const [error, setError] = useState<string>();
  const shown = typed ?? inputsOf(wallOf(state.now, state.offset));

  const run = async (which: 'browser' | 'typed', set: () => Promise<void>): Promise<void> => {
    setBusy(which);
    setError(undefined);
    try {
      await set();
      setTyped(null);
      toast.ok(t('time.isSet'));
      await onSet();
    } catch (refusal) {
      if (refusal instanceof ApiError && refusal.kind === 'refused') setError(errorText(refusal.messageCode));
    } finally {
      setBusy(null);
    }
  };
  const setTypedTime = async (): Promise<void> => {
    const wall = wallOfInputs(shown.day, shown.time);
    const seconds = wall === undefined ? Number.NaN : Math.trunc((wall - state.offset * 60_000) / 1000);
    const { min, max } = getDateTimeParamLimits.time;
    if (!(seconds >= min && seconds <= max)) setError(t('time.noMoment'));
    else await run('typed', () => setClock(seconds));
  };
  const input = (type: 'date' | 'time', label: string, value: string, change: (value: string) => void) => (
    <Field label={label} error={type === 'time' ? error : undefined}>
      {(control) => (
        <div className="box">
          <input
            {...control}
            className="box-input"
            type={type}
            step={type === 'time' ? 1 : undefined}
            value={value}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              /* It would save the form around. */
              event.preventDefault();
              if (typed !== null && busy === null) void setTypedTime();
            }}
            onInput={(event) => change(event.currentTarget.value)}
          />
        </div>
      )}
    </Field>
  );

  if (fromNetwork) {
    return (
      <Card title={t('time.setTitle')}>
        <Notice tone="info">{t('time.fromNetwork')}</Notice>
      </Card>
    );
  }
  return (
    <Card title={t('time.setTitle')} help={t('time.setHelp')}>
      <div className="clock-browser">
        <span>{t('time.browserHelp')}</span>
        <Button
          icon="clock"
          busy={busy === 'browser'}
          disabled={!mayWrite || busy !== null}
          onClick={() => void run('browser', setClockFromBrowser)}
        >
          {t('time.takeBrowser')}
        </Button>
      </div>
      <fieldset className="set-clock" disabled={!mayWrite}>
        <legend className="visually-hidden">{t('time.setByHand')}</legend>
        {input('date', t('time.date'), shown.day, (day) => setTyped({ ...shown, day }))}
        {input('time', t('time.time'), shown.time, (time) => setTyped({ ...shown, time }))}
        <Button busy={busy === 'typed'} disabled={!mayWrite || busy !== null} onClick={() => void setTypedTime()}>
          {t('time.set')}
        </Button>
      </fieldset>
    </Card>
  );
}
