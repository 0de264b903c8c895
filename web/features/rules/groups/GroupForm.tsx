import { getGroupInfo, groupLimits as limits } from '@gen/rules.ts';
import { useNavigate } from 'react-router-dom';
import { t } from '../../../lib/i18n.ts';
import { Beside } from '../../../ui/Beside.tsx';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { Card } from '../../../ui/Card.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Select } from '../../../ui/Select.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { WeekBars, WeekPicture } from '../../../ui/WeekBars.tsx';
import { TIMES, weekOfZone, weeksOfGroup } from '../hours/weeks.ts';
import { RuleForm } from '../RuleForm.tsx';
import { RuleUsers } from '../RuleUsers.tsx';
import { useRuleForm } from '../useRuleForm.ts';
import { numbered, zoneText } from '../words.ts';
import { type GroupWorld, usersIn, workingWeeks } from './groupWorld.ts';

export interface GroupFormProps {
  number: number;
  world: GroupWorld;
  mayWrite: boolean;
  refresh: () => Promise<void>;
  back: string;
}

/** One group: its name, its time zones, and the resulting week. */
export function GroupForm({ number, world, mayWrite, refresh, back }: GroupFormProps) {
  const navigate = useNavigate();
  const stored = world.info.groups.find((group) => group.number === number);
  const { name, time1, time2, time3, time4 } = stored ?? { name: '', time1: 0, time2: 0, time3: 0, time4: 0 };
  const form = useRuleForm({
    start: { name, time1, time2, time3, time4 },
    isSame: (field, a, b) => a[field] === b[field],
    placeOf: ({ code }) => (code === 0 ? '' : 'name'),
    mayWrite,
    refresh,
    send: async (values, options) => {
      await getGroupInfo({ number, ...values, revision: stored?.revision ?? 0 }, options);
      await refresh();
    },
    onSaved: (guard) => {
      guard.pass();
      navigate(back);
    },
  });
  const { values } = form;
  const working = workingWeeks(number, world);
  return (
    <RuleForm
      title={t('users.groupNumber', { group: number })}
      intro={t('rules.groupIntro')}
      form={form}
      count={form.count}
      isNew={stored === undefined}
      guard={form.guard}
      mayWrite={mayWrite}
      back={{ to: back, text: t('page.groups') }}
    >
      <Beside
        result={
          <Card title={t('rules.result')} help={t('rules.groupResultHelp')}>
            <WeekBars label={t('rules.result')} weeks={[...weeksOfGroup(values, world.zones), ...working]}>
              <p className="field-hint">
                {t(world.inForce ? 'rules.withPeriods' : 'rules.withoutPeriods', { count: working.length })}
              </p>
            </WeekBars>
          </Card>
        }
      >
        <Card>
          <TextField
            {...form.field('name')}
            label={t('rules.name')}
            value={values.name}
            disabled={!mayWrite}
            maxLength={limits.name.max}
            hint={t('rules.groupNameHint')}
            onChange={(next) => form.set({ name: next })}
          />
          <RuleUsers of="group" number={number} users={usersIn(number, world)} />
        </Card>
        <Card title={t('rules.groupTimes')} help={t('rules.groupTimesHelp')}>
          {world.zones.length === 0 ? (
            <EmptyState
              icon="clock"
              title={t('rules.noZones')}
              text={t('rules.noZonesText')}
              action={<ButtonLink to="/advSetting/timezone">{t('page.timeZones')}</ButtonLink>}
            />
          ) : (
            TIMES.map((field, index) => {
              const zone = world.zones.find((one) => one.number === values[field]);
              return (
                <div key={field} className="rule-time">
                  <Select
                    {...form.field(field)}
                    label={t('rules.time', { number: index + 1 })}
                    value={String(values[field])}
                    disabled={!mayWrite}
                    options={zoneOptions(world, values[field])}
                    onChange={(next) => form.set({ [field]: Number(next) })}
                  />
                  {zone && <WeekPicture label={zoneText(zone)} weeks={[weekOfZone(zone)]} />}
                </div>
              );
            })
          )}
        </Card>
      </Beside>
    </RuleForm>
  );
}

/** Options: the defined time zones, and the selected one even if it no longer exists. */
function zoneOptions({ zones }: GroupWorld, chosen: number) {
  const known = zones.map(({ number, name }) => ({ value: String(number), label: numbered(number, name) }));
  const isLost = chosen !== 0 && !zones.some(({ number }) => number === chosen);
  const lost = isLost ? [{ value: String(chosen), label: t('rules.lostZone', { number: chosen }) }] : [];
  return [{ value: '0', label: t('rules.noZone') }, ...known, ...lost];
}
