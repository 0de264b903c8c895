import { kaoqinParam, type LogState } from '@gen/records.ts';
import { formatNumber, t } from '../../../lib/i18n.ts';
import { Beside } from '../../../ui/Beside.tsx';
import { Card } from '../../../ui/Card.tsx';
import { SchemaForm } from '../../../ui/SchemaForm.tsx';
import { SettingsPage } from '../../../ui/SettingsPage.tsx';
import { StateCard, type StateItem } from '../../../ui/StateCard.tsx';

const READ_MS = 10_000;

export function AttendancePage() {
  return (
    <SettingsPage page={kaoqinParam} title={t('page.attendance')} intro={t('attendance.intro')} pollMs={READ_MS}>
      {(form) => (
        <Beside now={<StateCard label={t('attendance.state')} items={logItems(form.state)} />}>
          <Card title={t('attendance.punches')}>
            <SchemaForm form={form} names={['duplicatePunch']} />
          </Card>
          <Card title={t('attendance.night')}>
            <SchemaForm form={form} names={['nightFrom', 'nightTo']} />
          </Card>
          <Card title={t('attendance.log')}>
            <SchemaForm form={form} names={['logAlarm', 'fullLog']} />
          </Card>
        </Beside>
      )}
    </SettingsPage>
  );
}

function logItems({ records, capacity, alarm }: LogState): StateItem[] {
  return [
    { label: t('attendance.stored'), value: formatNumber(records) },
    { label: t('attendance.free'), value: formatNumber(Math.max(0, capacity - records)) },
    {
      label: t('attendance.alarm'),
      value: alarm ? t('attendance.almostFull') : t('attendance.room'),
      tone: alarm ? 'warn' : 'ok',
    },
  ];
}
