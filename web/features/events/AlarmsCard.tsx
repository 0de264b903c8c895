import type { Alarm } from '@gen/events.ts';
import { useState } from 'react';
import { formatMoment, t } from '../../lib/i18n.ts';
import { usePower } from '../../lib/power.ts';
import { problemText } from '../../lib/problem.ts';
import { alarmText, detailText, userText } from '../../lib/recordTexts.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { acknowledge, useAlarms } from './useAlarms.ts';

/** Alarms that need attention. They stay until they are acknowledged. */
export function AlarmsCard() {
  const { list, error, retry } = useAlarms();
  const mayWrite = usePower('advSetting')?.write ?? false;
  return (
    <Card title={t('alarms.title')} flush>
      {list === undefined &&
        (error === undefined ? <Skeleton lines={2} /> : <ErrorState text={problemText(error)} onRetry={retry} />)}
      {list?.length === 0 && (
        <p className="alarm-none">
          <Icon name="check" /> {t('alarms.none')}
        </p>
      )}
      {list && list.length > 0 && (
        <ul className="alarm-list">
          {list.map((alarm) => (
            <AlarmRow key={alarm.id} alarm={alarm} mayWrite={mayWrite} onAcked={retry} />
          ))}
        </ul>
      )}
    </Card>
  );
}

interface RowProps {
  alarm: Alarm;
  mayWrite: boolean;
  onAcked: () => void;
}

function AlarmRow({ alarm, mayWrite, onAcked }: RowProps) {
  const [busy, setBusy] = useState(false);
  const name = alarmText(alarm);
  const user = alarm.userid > 0 || alarm.username !== '' ? userText(alarm) : '';
  const more = [user, detailText(alarm)].filter((text) => text !== '' && text !== name);
  return (
    <li className="alarm">
      <Icon name="alert" />
      <span className="alarm-text">
        <strong>{name}</strong>
        {more.map((text) => (
          <span key={text}>
            {' · '}
            <bdi>{text}</bdi>
          </span>
        ))}
        <span className="alarm-more">
          {formatMoment(alarm.last / 1000)}
          {alarm.count > 1 &&
            ` · ${t('alarms.times', { count: alarm.count, first: formatMoment(alarm.first / 1000) })}`}
        </span>
      </span>
      {mayWrite && (
        <Button
          busy={busy}
          label={t('alarms.ackOf', { name })}
          onClick={() => {
            setBusy(true);
            void acknowledge(alarm).then(() => {
              setBusy(false);
              onAcked();
            });
          }}
        >
          {t('alarms.ack')}
        </Button>
      )}
    </li>
  );
}
