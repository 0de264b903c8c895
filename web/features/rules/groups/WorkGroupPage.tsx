import {
  getUniversalGroup,
  groupLimits,
  type InForce,
  type PeriodGroup,
  type SetUniversalGroupReply,
  type TimeZone,
} from '@gen/rules.ts';
import { useState } from 'react';
import { type GroupNames, groupText, useGroupNames } from '../../../lib/groupNames.ts';
import { t } from '../../../lib/i18n.ts';
import { usePhone } from '../../../lib/media.ts';
import { Beside } from '../../../ui/Beside.tsx';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { FieldError } from '../../../ui/Field.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Select } from '../../../ui/Select.tsx';
import { WeekBars, WeekPicture } from '../../../ui/WeekBars.tsx';
import { useGroups, useInForce, useMayRead, usePeriods, useZones } from '../data.ts';
import { differing, weeksOfGroup, weeksOfPeriods, withWorking, workingOf } from '../hours/weeks.ts';
import { RuleForm } from '../RuleForm.tsx';
import { RulePage } from '../RulePage.tsx';
import { useRuleForm } from '../useRuleForm.ts';

/** Possible user groups with hours: used without permission to read which of them are defined. */
const ALL_GROUPS = Array.from(
  { length: groupLimits.number.max - groupLimits.number.min + 1 },
  (_, index) => groupLimits.number.min + index,
);

/** /AccSetting/workGroup: which working period groups apply to which user groups. */
export function WorkGroupPage() {
  const mayReadZones = useMayRead('advSetting');
  const periods = usePeriods();
  const inForce = useInForce();
  const zones = useZones(mayReadZones);
  const groups = useGroups(mayReadZones);
  const names = useGroupNames();
  const reads = mayReadZones ? [periods, inForce, zones, groups] : [periods, inForce];
  return (
    <RulePage title={t('page.workGroup')} intro={t('rules.workIntro')} group="AccSetting" reads={reads}>
      {(mayWrite) => {
        const working = (periods.data?.groups ?? []).filter(({ kind }) => kind === 'working');
        if (working.length === 0) return <NoPeriods title={t('page.workGroup')} intro={t('rules.workIntro')} />;
        const columns = mayReadZones ? (groups.data?.groups ?? []).map(({ number }) => number) : ALL_GROUPS;
        if (columns.length === 0) return <NoGroups />;
        return (
          <WorkForm
            stored={inForce.data as SetUniversalGroupReply}
            periods={working}
            groups={columns}
            ownWeeks={(group) => ownWeeks(group, groups.data?.groups, zones.data?.zones)}
            names={names}
            mayWrite={mayWrite}
            refresh={inForce.refresh}
          />
        );
      }}
    </RulePage>
  );
}

type Groups = Parameters<typeof weeksOfGroup>[0] & { readonly number: number };

function ownWeeks(group: number, groups: readonly Groups[] = [], zones: readonly TimeZone[] = []) {
  const own = groups.find(({ number }) => number === group);
  return own ? weeksOfGroup(own, zones) : [];
}

/** Empty state: no period group is defined. */
export function NoPeriods({ title, intro }: { title: string; intro: string }) {
  return (
    <div className="form-stack">
      <PageHeader title={title} description={intro} />
      <Card flush>
        <EmptyState
          icon="clock"
          title={t('rules.noneOfKind')}
          text={t('rules.noneOfKindText')}
          action={<ButtonLink to="/AccSetting/zoneSetting">{t('page.zoneSetting')}</ButtonLink>}
        />
      </Card>
    </div>
  );
}

/** Empty state: no user group is defined. */
function NoGroups() {
  return (
    <div className="form-stack">
      <PageHeader title={t('page.workGroup')} description={t('rules.workIntro')} />
      <Card flush>
        <EmptyState
          icon="users"
          title={t('rules.noUserGroups')}
          text={t('rules.noUserGroupsText')}
          action={<ButtonLink to="/advSetting/group">{t('page.groups')}</ButtonLink>}
        />
      </Card>
    </div>
  );
}

interface WorkFormProps {
  stored: SetUniversalGroupReply;
  periods: readonly PeriodGroup[];
  /** User groups, from the lowest number; at least one. */
  groups: readonly number[];
  /** Hours of a user group from its time zones, if readable. */
  ownWeeks: (group: number) => ReturnType<typeof weeksOfGroup>;
  names: GroupNames;
  mayWrite: boolean;
  refresh: () => Promise<void>;
}

function WorkForm({ stored, periods, groups, ownWeeks: weeksBefore, names, mayWrite, refresh }: WorkFormProps) {
  const [chosen, setChosen] = useState(groups[0] ?? groupLimits.number.min);
  const form = useRuleForm<{ working: readonly InForce[] }>({
    start: { working: stored.working },
    isSame: (_, a, b) => differing(a.working, b.working).length === 0,
    placeOf: ({ code }) => (code === 0 ? '' : 'working'),
    mayWrite,
    refresh,
    send: async ({ working }, options) => {
      await getUniversalGroup({ working: [...working], revision: stored.revision }, options);
      await refresh();
    },
    onSaved: () => form.discard(),
  });
  const { working } = form.values;
  const { error } = form.field('working');
  const set = (group: number, period: number, on: boolean) =>
    form.set({ working: withWorking(working, group, period, on) });
  const name = groupText(chosen, names);
  return (
    <RuleForm
      title={t('page.workGroup')}
      intro={t('rules.workIntro')}
      form={form}
      count={differing(stored.working, working).length}
      guard={form.guard}
      mayWrite={mayWrite}
    >
      <Beside
        result={
          <Card title={t('rules.resultOf', { name })} help={t('rules.groupResultHelp')}>
            <WeekBars
              label={t('rules.resultOf', { name })}
              weeks={[...weeksBefore(chosen), ...weeksOfPeriods(workingOf(chosen, working), periods)]}
            />
          </Card>
        }
      >
        <Matrix
          periods={periods}
          groups={groups}
          working={working}
          names={names}
          chosen={chosen}
          disabled={!mayWrite}
          onChoose={setChosen}
          onSet={set}
        />
        <FieldError id="working-error" error={error} />
      </Beside>
    </RuleForm>
  );
}

/** Maximum number of columns with names; with more, only the number is shown, and the name on hover. */
const NAMED_AT_MOST = 4;

interface MatrixProps {
  periods: readonly PeriodGroup[];
  groups: readonly number[];
  working: readonly InForce[];
  names: GroupNames;
  chosen: number;
  disabled: boolean;
  onChoose: (group: number) => void;
  onSet: (group: number, period: number, on: boolean) => void;
}

/** A row per period group and a column per user group; on a phone one user group at a time. */
function Matrix(props: MatrixProps) {
  const { periods, groups, working, names, chosen, disabled, onChoose, onSet } = props;
  const phone = usePhone();
  const box = (group: number, period: PeriodGroup, isAlone: boolean) => (
    <Checkbox
      hideLabel={!isAlone}
      label={isAlone ? period.name : t('rules.cell', { period: period.name, group: groupText(group, names) })}
      checked={workingOf(group, working).includes(period.number)}
      disabled={disabled}
      onChange={(on) => {
        onChoose(group);
        onSet(group, period.number, on);
      }}
    />
  );
  if (phone) {
    return (
      <Card>
        <Select
          label={t('field.User.group')}
          name="group"
          value={String(chosen)}
          options={groups.map((group) => ({ value: String(group), label: `${group} · ${groupText(group, names)}` }))}
          onChange={(next) => onChoose(Number(next))}
        />
        <ul className="rule-choices">
          {periods.map((period) => (
            <li key={period.number}>
              {box(chosen, period, true)}
              <WeekPicture label={period.name} weeks={[period.periods]} />
            </li>
          ))}
        </ul>
      </Card>
    );
  }
  return (
    <section className="card rule-matrix-card" aria-label={t('page.workGroup')}>
      <table className="rule-matrix">
        <thead>
          <tr>
            <th scope="col">{t('rules.periodGroup')}</th>
            {groups.map((group) => (
              <th key={group} scope="col">
                <button
                  type="button"
                  title={groupText(group, names)}
                  aria-label={t('rules.showGroup', { number: group, group: groupText(group, names) })}
                  aria-pressed={group === chosen}
                  onClick={() => onChoose(group)}
                >
                  {groups.length <= NAMED_AT_MOST && names.has(group) ? (
                    <span className="rule-matrix-group">
                      {t('rules.showGroup', { number: group, group: groupText(group, names) })}
                    </span>
                  ) : (
                    group
                  )}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {periods.map((period) => (
            <tr key={period.number}>
              <th scope="row">
                <span className="rule-matrix-name">
                  <WeekPicture label={period.name} weeks={[period.periods]} />
                  <bdi>{period.name}</bdi>
                </span>
              </th>
              {groups.map((group) => (
                <td key={group} className={group === chosen ? 'is-chosen' : undefined}>
                  {box(group, period, false)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
