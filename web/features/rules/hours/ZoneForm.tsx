import { getTimeIntervalInfo, timeZoneLimits as limits, type TimeZone } from '@gen/rules.ts';
import { useNavigate } from 'react-router-dom';
import type { GroupNames } from '../../../lib/groupNames.ts';
import { t } from '../../../lib/i18n.ts';
import { isSameWeek, type Week } from '../../../lib/week.ts';
import { Card } from '../../../ui/Card.tsx';
import { FieldError } from '../../../ui/Field.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { WeekGrid } from '../../../ui/WeekGrid.tsx';
import { RuleForm } from '../RuleForm.tsx';
import { useRuleForm } from '../useRuleForm.ts';
import { groupsText } from '../words.ts';
import { weekOfZone, zoneOfWeek } from './weeks.ts';

export interface ZoneFormProps {
  number: number;
  /** undefined: a new one. */
  stored: TimeZone | undefined;
  usedBy: readonly number[];
  names: GroupNames;
  mayWrite: boolean;
  refresh: () => Promise<void>;
  back: string;
}

/** One time zone: its name, and an interval for each weekday. */
export function ZoneForm({ number, stored, usedBy, names, mayWrite, refresh, back }: ZoneFormProps) {
  const navigate = useNavigate();
  const title = t('rules.zoneNumber', { number });
  const form = useRuleForm<{ name: string; week: Week }>({
    start: { name: stored?.name ?? '', week: stored ? weekOfZone(stored) : [] },
    isSame: (name, a, b) => (name === 'week' ? isSameWeek(a.week, b.week) : a.name === b.name),
    placeOf: ({ code }) => (code === 0 ? '' : 'week'),
    mayWrite,
    refresh,
    send: async ({ name, week }, options) => {
      await getTimeIntervalInfo({ number, name, ...zoneOfWeek(week), revision: stored?.revision ?? 0 }, options);
      await refresh();
    },
    onSaved: (guard) => {
      guard.pass();
      navigate(back);
    },
  });
  const { name, week } = form.values;
  const { error } = form.field('week');
  return (
    <RuleForm
      title={title}
      intro={usedBy.length === 0 ? t('rules.zoneIntro') : t('rules.usedBy', { groups: groupsText(usedBy, names) })}
      form={form}
      count={form.count}
      isNew={stored === undefined}
      guard={form.guard}
      mayWrite={mayWrite}
      back={{ to: back, text: t('page.timeZones') }}
    >
      <Card>
        <TextField
          {...form.field('name')}
          label={t('rules.name')}
          value={name}
          disabled={!mayWrite}
          maxLength={limits.name.max}
          hint={t('rules.nameHint')}
          onChange={(next) => form.set({ name: next })}
        />
      </Card>
      <Card title={t('rules.week')} help={t('rules.zoneWeekHelp')}>
        <WeekGrid
          label={t('rules.week')}
          value={week}
          several={false}
          disabled={!mayWrite}
          invalid={error !== undefined}
          describedBy="week-error"
          onChange={(next) => form.set({ week: next })}
        />
        <FieldError id="week-error" error={error} />
      </Card>
    </RuleForm>
  );
}
