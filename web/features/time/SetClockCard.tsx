import { type ClockState, getDateTimeParamLimits } from '@gen/time.ts';
import { useId } from 'react';
import { useRequest } from '../../lib/form/useRequest.ts';
import { t } from '../../lib/i18n.ts';
import { Apart } from '../../ui/Apart.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { TimeField } from '../../ui/TimeField.tsx';
import { toast } from '../../ui/toast.ts';
import { setClock, setClockFromBrowser } from './clock.ts';
import { inputsOf, momentOf, type WallInputs, wallOf } from './wall.ts';

export interface SetClockCardProps {
  state: ClockState;
  /** The time comes from the network: setting it by hand would not last. */
  fromNetwork: boolean;
  mayWrite: boolean;
  onSet: () => Promise<void>;
}

/** Sets the clock at once: from this browser, or to what is typed, in the terminal's local time. */
export function SetClockCard({ state, fromNetwork, mayWrite, onSet }: SetClockCardProps) {
  const id = useId();
  const done = (): Promise<void> => {
    byHand.discard();
    toast.ok(t('time.isSet'));
    return onSet();
  };
  const fromBrowser = useRequest<object>({
    start: {},
    check: () => ({}),
    placeOf: () => '',
    onUnseen: toast.error,
    send: () => setClockFromBrowser().then(done),
  });
  const byHand = useRequest<WallInputs>({
    start: inputsOf(wallOf(state.now, state.offset)),
    check: (inputs) => (isTaken(momentOf(inputs, state.offset)) ? {} : { time: t('time.noMoment') }),
    placeOf: () => 'time',
    send: (inputs) => setClock(momentOf(inputs, state.offset)).then(done),
  });
  const { values, isTouched } = byHand;

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
          busy={fromBrowser.busy}
          disabled={!mayWrite || byHand.busy}
          onClick={() => void fromBrowser.ask()}
        >
          {t('time.takeBrowser')}
        </Button>
      </div>
      <fieldset className="set-clock" disabled={!mayWrite}>
        <legend className="visually-hidden">{t('time.setByHand')}</legend>
        <TextField
          {...byHand.field('day')}
          form={id}
          label={t('time.date')}
          type="date"
          value={values.day}
          onChange={(day) => byHand.set({ ...values, day })}
        />
        <TimeField
          {...byHand.field('time')}
          form={id}
          label={t('time.time')}
          seconds
          value={values.time}
          onChange={(time) => byHand.set({ ...values, time })}
        />
        <Button type="submit" form={id} busy={byHand.busy} disabled={!mayWrite || !isTouched || fromBrowser.busy}>
          {t('time.set')}
        </Button>
      </fieldset>
      <Apart>
        <form id={id} hidden noValidate ref={byHand.formRef} onSubmit={byHand.onSubmit} />
      </Apart>
    </Card>
  );
}

const { min, max } = getDateTimeParamLimits.time;

/** Whether the terminal's clock can be set to it; NaN is no moment. */
function isTaken(seconds: number): boolean {
  return seconds >= min && seconds <= max;
}
