import type { Nothing } from '@gen/runtime.ts';
import { type StatusNow, statusChangeInfo } from '@gen/time.ts';
import { useState } from 'react';
import { firstWeekday, formatList, t, weekdayNames } from '../../lib/i18n.ts';
import type { SettingsForm } from '../../lib/settings/useSettingsForm.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { SettingsPage } from '../../ui/SettingsPage.tsx';
import { StateCard, type StateItem } from '../../ui/StateCard.tsx';
import { StatusGrid } from './StatusGrid.tsx';
import { clearDay, copyDay, minuteText, NEVER, type Starts } from './schedule.ts';
import { type StatusLabels, useStatusLabels } from './useStatusLabels.ts';
import { WeekPlan } from './WeekPlan.tsx';

const READ_MS = 15_000;
const everyDay = [0, 1, 2, 3, 4, 5, 6];
const workDays = [1, 2, 3, 4, 5];

/** The weekdays as the weeks of the language have them. */
function orderedDays(): readonly number[] {
  return everyDay.map((day) => (day + firstWeekday()) % 7);
}

export function StatusChangePage() {
  return (
    <div className="form-wide">
      <SettingsPage
        page={statusChangeInfo}
        title={t('page.statusChange')}
        intro={t('statusChange.intro')}
        pollMs={READ_MS}
        valueWords={(_, value) => weekText(value)}
      >
        {(form) => <Plan form={form} />}
      </SettingsPage>
    </div>
  );
}

/** The days on which a status starts, and when. */
function weekText(value: unknown): string {
  const minutes = Array.isArray(value) ? value.map(Number) : [];
  const starts = orderedDays().flatMap((day) => {
    const time = minuteText(minutes[day] ?? NEVER);
    return time === '' ? [] : [`${weekdayNames('short')[day] ?? ''} ${time}`];
  });
  return starts.length === 0 ? t('settings.none') : formatList(starts);
}

function Plan({ form }: { form: SettingsForm<Starts, StatusNow, Nothing> }) {
  const labels = useStatusLabels();
  const days = orderedDays();
  const [day, setDay] = useState(form.state.weekday);
  const name = weekdayNames('long')[day] ?? '';
  return (
    <>
      <StateCard label={t('statusChange.state')} items={stateItems(form.state, labels)} />
      <Card title={t('statusChange.week')} help={t('statusChange.weekHelp')}>
        <WeekPlan values={form.values} state={form.state} labels={labels} days={days} />
      </Card>
      <Card title={t('statusChange.starts')} help={t('statusChange.startsHelp')}>
        <fieldset className="day-tabs">
          <legend className="visually-hidden">{t('statusChange.day')}</legend>
          {days.map((one) => (
            <button key={one} type="button" aria-pressed={one === day} onClick={() => setDay(one)}>
              {weekdayNames('short')[one]}
            </button>
          ))}
        </fieldset>
        <StatusGrid form={form} labels={labels} days={days} day={day} onDay={setDay} />
        {form.mayWrite && (
          <div className="presets">
            <span className="muted">{t('statusChange.copy', { day: name })}</span>
            <Button size="small" icon="copy" onClick={() => form.set(copyDay(form.values, day, everyDay))}>
              {t('statusChange.copyAll')}
            </Button>
            <Button size="small" icon="copy" onClick={() => form.set(copyDay(form.values, day, workDays))}>
              {t('statusChange.copyWork')}
            </Button>
            <Button size="small" tone="quiet" onClick={() => form.set(clearDay(form.values, day))}>
              {t('statusChange.clear', { day: name })}
            </Button>
          </div>
        )}
      </Card>
    </>
  );
}

function stateItems(state: StatusNow, labels: StatusLabels): StateItem[] {
  const { status, scheduled, since, sinceWeekday } = state;
  if (!scheduled) {
    return [{ label: t('statusChange.now'), value: t('statusChange.always', { status: labels[status] }) }];
  }
  const day = weekdayNames('long')[sinceWeekday] ?? '';
  return [
    { label: t('statusChange.now'), value: <strong>{labels[status]}</strong> },
    { label: t('statusChange.since'), value: t('statusChange.sinceText', { day, time: minuteText(since) }) },
  ];
}
