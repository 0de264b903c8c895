import type { Nothing } from '@gen/runtime.ts';
import { type StatusNow, statusChangeInfo } from '@gen/time.ts';
import { useState } from 'react';
import { NEVER } from '../../lib/dayMinute.ts';
import { formatList, formatMinute, t, weekdayNames } from '../../lib/i18n.ts';
import type { SettingsForm } from '../../lib/settings/useSettingsForm.ts';
import { orderedDays } from '../../lib/weekText.ts';
import { Beside } from '../../ui/Beside.tsx';
import { Card } from '../../ui/Card.tsx';
import { SettingsPage } from '../../ui/SettingsPage.tsx';
import { StateCard, type StateItem } from '../../ui/StateCard.tsx';
import { useWeekHistory } from '../../ui/useWeekHistory.ts';
import { WeekTools } from '../../ui/WeekTools.tsx';
import { StatusGrid } from './StatusGrid.tsx';
import { clearDay, copyDay, isSameStarts, type Starts, startsOn } from './schedule.ts';
import { type StatusLabels, useStatusLabels } from './useStatusLabels.ts';
import { WeekPlan } from './WeekPlan.tsx';

const READ_MS = 15_000;

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
    const minute = minutes[day] ?? NEVER;
    return minute >= NEVER ? [] : [`${weekdayNames('short')[day] ?? ''} ${formatMinute(minute)}`];
  });
  return starts.length === 0 ? t('settings.none') : formatList(starts);
}

function Plan({ form }: { form: SettingsForm<Starts, StatusNow, Nothing> }) {
  const labels = useStatusLabels();
  const days = orderedDays();
  const [day, setDay] = useState(form.state.weekday);
  const [said, setSaid] = useState('');
  const history = useWeekHistory(form.values, form.set, isSameStarts);
  const commit = (next: Starts, words: string) => {
    history.commit(next);
    setSaid(words);
  };
  const name = weekdayNames('long')[day] ?? '';
  return (
    <Beside
      now={
        <>
          <StateCard label={t('statusChange.state')} items={stateItems(form.state, labels)} />
          <Card title={t('statusChange.week')} help={t('statusChange.weekHelp')}>
            <WeekPlan values={form.values} state={form.state} labels={labels} days={days} />
          </Card>
        </>
      }
    >
      <Card title={t('statusChange.starts')} help={t('statusChange.startsHelp')}>
        <fieldset className="day-tabs">
          <legend className="visually-hidden">{t('statusChange.day')}</legend>
          {days.map((one) => (
            <button key={one} type="button" aria-pressed={one === day} onClick={() => setDay(one)}>
              {weekdayNames('short')[one]}
            </button>
          ))}
        </fieldset>
        {form.mayWrite && (
          <WeekTools
            undo={history.undo}
            day={day}
            days={days}
            onCopy={(to) => commit(copyDay(form.values, day, to), t('week.copied', { day: name }))}
            onClear={
              startsOn(form.values, day)
                ? () => commit(clearDay(form.values, day), t('week.cleared', { day: name }))
                : undefined
            }
          />
        )}
        <StatusGrid form={form} labels={labels} onChange={history.commit} days={days} day={day} onDay={setDay} />
        <p className="visually-hidden" role="status">
          {said}
        </p>
      </Card>
    </Beside>
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
    { label: t('statusChange.since'), value: t('statusChange.sinceText', { day, time: formatMinute(since) }) },
  ];
}
