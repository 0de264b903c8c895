import { type ClockState, type DateTimeParamValues, dateTimeParam } from '@gen/time.ts';
import { formatNumber, formatWall, t } from '../../lib/i18n.ts';
import type { SettingsFields } from '../../lib/settings/useSettingsForm.ts';
import { measureText, settingLabel } from '../../lib/settings/words.ts';
import { Beside } from '../../ui/Beside.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Select } from '../../ui/Select.tsx';
import { SettingField } from '../../ui/SettingField.tsx';
import { SettingsPage } from '../../ui/SettingsPage.tsx';
import { StateCard, type StateItem } from '../../ui/StateCard.tsx';
import { ClockCard } from './ClockCard.tsx';
import { PlaceField } from './place/PlaceField.tsx';
import { SetClockCard } from './SetClockCard.tsx';
import { checkServers } from './serversCheck.ts';
import { browserZone, offsetText, wallOf, zonesOf } from './wall.ts';

const READ_MS = 10_000;

export function TimeSettingPage() {
  return (
    <SettingsPage
      page={dateTimeParam}
      title={t('page.timeSetting')}
      intro={t('time.intro')}
      pollMs={READ_MS}
      valueWords={(name, value) => (name === 'zone' ? offsetText(Number(value)) : undefined)}
      check={checkServers}
    >
      {(form) => (
        <Beside
          now={<ClockCard state={form.state} />}
          result={form.base.ntpOn && <StateCard label={t('time.network')} items={networkItems(form.state)} />}
        >
          <SetClockCard
            state={form.state}
            fromNetwork={form.base.ntpOn}
            mayWrite={form.mayWrite}
            onSet={form.refresh}
          />
          <Card title={t('time.localTime')} help={t('time.placeHelp')}>
            <PlaceField form={form} />
            <ZoneField form={form} />
          </Card>
          <Card title={t('time.network')} help={t('time.networkHelp')}>
            <SettingField form={form} name="ntpOn" />
            {form.values.ntpOn && (
              <>
                <SettingField form={form} name="ntpServer1" />
                <SettingField form={form} name="ntpServer2" />
              </>
            )}
          </Card>
        </Beside>
      )}
    </SettingsPage>
  );
}

/** The zone as an offset from UTC, and a button that takes the browser's. */
function ZoneField({ form }: { form: SettingsFields<DateTimeParamValues> }) {
  const field = form.page.fields.find(({ name }) => name === 'zone');
  if (field?.kind !== 'int') return null;
  const mine = browserZone(new Date(), field.step ?? 1);
  return (
    <div className="zone-field">
      <Select
        {...form.field('zone')}
        label={settingLabel('DateTimeParam', 'zone')}
        hint={form.values.place === '' ? t('time.zoneHelp') : t('time.placeZone')}
        value={String(form.values.zone)}
        options={zonesOf(field).map((zone) => ({ value: String(zone), label: offsetText(zone) }))}
        onChange={(zone) => form.set({ zone: Number(zone) })}
      />
      {form.mayWrite && form.values.place === '' && form.values.zone !== mine && (
        <Button tone="quiet" size="small" onClick={() => form.set({ zone: mine })}>
          {t('time.takeZone', { zone: offsetText(mine) })}
        </Button>
      )}
    </div>
  );
}

const tones = {
  off: 'neutral',
  never: 'neutral',
  trying: 'info',
  good: 'ok',
  unconfirmed: 'warn',
  noAnswer: 'no',
  badAnswer: 'no',
  tooOld: 'no',
} as const;

function networkItems({ ntp, ntpServer, ntpAt, ntpShift, offset }: ClockState): StateItem[] {
  const items: StateItem[] = [{ label: t('time.ntpState'), value: t(`time.ntp.${ntp}`), tone: tones[ntp] }];
  if (ntpAt === 0) return items;
  const inSeconds = Math.abs(ntpShift) >= 10_000;
  const shift = formatNumber(inSeconds ? Math.round(ntpShift / 1000) : ntpShift);
  return [
    ...items,
    { label: t('time.ntpServer'), value: <bdi dir="ltr">{ntpServer}</bdi> },
    {
      label: t('time.ntpAt'),
      value: formatWall(wallOf(ntpAt * 1000, offset), { dateStyle: 'medium', timeStyle: 'medium' }),
    },
    {
      label: t('time.ntpShift'),
      value: measureText(shift, inSeconds ? 's' : 'ms'),
    },
  ];
}
