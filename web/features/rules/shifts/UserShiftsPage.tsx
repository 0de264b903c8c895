import type { SetShiftsInfoReply, ShiftsOfReply } from '@gen/rules.ts';
import { groupText, useGroupNames } from '../../../lib/groupNames.ts';
import { formatList, t } from '../../../lib/i18n.ts';
import { shiftText } from '../../../lib/shiftNames.ts';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { StateCard, type StateItem } from '../../../ui/StateCard.tsx';
import { useMayRead, useShifts, useShiftsOf, useUserName } from '../data.ts';
import { RuleList } from '../RuleList.tsx';
import { RulePage } from '../RulePage.tsx';
import { AssignmentsCard } from './AssignmentsCard.tsx';
import { countingOn } from './shiftTimes.ts';
import { namesOfShifts, termText } from './shiftWords.ts';

/** /advSetting/shifts?user=…: the shifts of one user, and which of them counts today. */
export function UserShiftsPage({ userid, back }: { userid: number; back: string }) {
  const shifts = useShifts();
  const own = useShiftsOf(userid);
  const name = useUserName(userid);
  const groups = useGroupNames();
  const mayEdit = useMayRead('user');
  const title = t('shifts.ofUser', { id: String(userid) });
  const refresh = async () => {
    await Promise.all([shifts.refresh(), own.refresh()]);
  };
  return (
    <RulePage title={title} intro={t('shifts.userIntro')} group="advSetting" reads={[shifts, own]}>
      {(mayWrite) => {
        const all = shifts.data as SetShiftsInfoReply;
        const of = own.data as ShiftsOfReply;
        const names = namesOfShifts(all.shifts);
        const before = of.assigned.filter(({ usual }) => usual);
        return (
          <div className="form-stack">
            <PageHeader
              title={title}
              description={
                <>
                  {name && (
                    <>
                      <bdi>{name}</bdi>
                      {' · '}
                    </>
                  )}
                  {t('shifts.userIntro')}
                </>
              }
              actions={
                <>
                  <ButtonLink to={back} icon="chevronStart" tone="quiet">
                    {t('page.shifts')}
                  </ButtonLink>
                  {mayEdit && (
                    <ButtonLink to={`/user/userEdit?userid=${userid}`} icon="pencil">
                      {t('page.userEdit')}
                    </ButtonLink>
                  )}
                </>
              }
            />
            {!mayWrite && <Notice tone="info">{t('settings.readOnly')}</Notice>}
            <StateCard label={t('shifts.today')} items={stateOf(all, of, groupText(of.group, groups))} />
            <AssignmentsCard
              title={t('shifts.own')}
              help={t('shifts.ownHelp')}
              none={{
                title: t('shifts.noOwn'),
                text: all.shifts.length === 0 ? t('shifts.noneText') : t('shifts.noOwnText'),
              }}
              rows={of.assigned.filter(({ usual }) => !usual)}
              shifts={all.shifts}
              userid={userid}
              groups={groups}
              today={of.today}
              mayWrite={mayWrite}
              refresh={refresh}
            />
            {before.length > 0 && (
              <Card title={t('shifts.before')} help={t('shifts.beforeHelp')} flush>
                <RuleList
                  label={t('shifts.before')}
                  rows={before.map((row) => ({ id: row.id, name: shiftText(row.shift, names), more: termText(row) }))}
                />
              </Card>
            )}
          </div>
        );
      }}
    </RulePage>
  );
}

/** What counts today and why, and what would without it. */
function stateOf({ shifts, groups }: SetShiftsInfoReply, of: ShiftsOfReply, group: string): StateItem[] {
  const names = namesOfShifts(shifts);
  const listed = (rows: readonly { readonly shift: number }[]) =>
    formatList(rows.map(({ shift }) => shiftText(shift, names)));
  const own = countingOn(of.today, of.assigned, shifts);
  const usual = names.has(of.usual) ? [{ shift: of.usual }] : [];
  const grouped = countingOn(
    of.today,
    groups.filter((row) => row.group === of.group),
    shifts,
  );
  const [counts, why] = countingToday(own, usual, grouped);
  return [
    {
      label: t('shifts.today'),
      value: counts.length === 0 ? t('shifts.noShift') : t('shifts.more', { hours: listed(counts), days: why }),
      tone: 'info',
    },
    { label: t('shifts.usual'), value: shiftText(of.usual, names) },
    {
      label: t('shifts.ofGroup', { group }),
      value: grouped.length === 0 ? t('shifts.noShift') : listed(grouped),
    },
  ];
}

type Counting = readonly { readonly shift: number }[];
type Assigned = readonly { readonly shift: number; readonly to: string }[];

/** Assignments with a last day go before those without, those of the user before those of the group (docs/rules.md, "Which shift"). */
function countingToday(own: Assigned, usual: Counting, grouped: Assigned): readonly [Counting, string] {
  const isDated = (rows: Assigned) => rows.some(({ to }) => to !== '');
  if (isDated(own)) return [own, t('shifts.byOwn')];
  if (isDated(grouped)) return [grouped, t('shifts.byGroup')];
  if (own.length > 0) return [own, t('shifts.byOwn')];
  return usual.length > 0 ? [usual, t('shifts.usual')] : [grouped, t('shifts.byGroup')];
}
