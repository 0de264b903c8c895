import {
  delSomeGroup,
  periodGroupLimits as limits,
  type PeriodGroup,
  type SetGroupTimeReply,
  type SetUniversalGroupReply,
} from '@gen/rules.ts';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { type GroupNames, useGroupNames } from '../../../lib/groupNames.ts';
import { t } from '../../../lib/i18n.ts';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { Card } from '../../../ui/Card.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { WeekPicture } from '../../../ui/WeekBars.tsx';
import { askToDelete } from '../askToDelete.tsx';
import { useInForce, usePeriods } from '../data.ts';
import { MostLine } from '../MostLine.tsx';
import { RuleList } from '../RuleList.tsx';
import { RulePage } from '../RulePage.tsx';
import { groupsText, kindText, kindTone } from '../words.ts';
import { HolidaysCard } from './HolidaysCard.tsx';
import { PeriodForm } from './PeriodForm.tsx';
import { freeNumber } from './weeks.ts';

const PATH = '/AccSetting/zoneSetting';

/** /AccSetting/zoneSetting: period groups and holidays; with ?number=… one period group. */
export function ZoneSettingPage() {
  const periods = usePeriods();
  const inForce = useInForce();
  const names = useGroupNames();
  const [params] = useSearchParams();
  const number = Number(params.get('number'));
  const isOne = Number.isInteger(number) && number >= limits.number.min && number <= limits.number.max;
  return (
    <RulePage
      title={t('page.zoneSetting')}
      intro={t('rules.periodsIntro')}
      group="AccSetting"
      reads={[periods, inForce]}
    >
      {(mayWrite) => {
        const data = periods.data as SetGroupTimeReply;
        if (isOne) {
          const stored = data.groups.find((one) => one.number === number);
          return (
            <PeriodForm
              key={number}
              number={number}
              stored={stored}
              isUsed={stored !== undefined && inForceFor(stored, inForce.data, names) !== undefined}
              mayWrite={mayWrite}
              refresh={periods.refresh}
              back={PATH}
            />
          );
        }
        const refresh = async () => {
          await Promise.all([periods.refresh(), inForce.refresh()]);
        };
        return (
          <div className="form-stack">
            <PageHeader title={t('page.zoneSetting')} description={t('rules.periodsIntro')} />
            {!mayWrite && <Notice tone="info">{t('settings.readOnly')}</Notice>}
            <PeriodsCard data={data} inForce={inForce.data} names={names} mayWrite={mayWrite} refresh={refresh} />
            <HolidaysCard holidays={data.holidays} mayWrite={mayWrite} refresh={periods.refresh} />
          </div>
        );
      }}
    </RulePage>
  );
}

/** The assignments of a period group as text; undefined: none. */
function inForceFor(
  { number, kind }: PeriodGroup,
  inForce: SetUniversalGroupReply | undefined,
  names: GroupNames,
): string | undefined {
  if (!inForce) return undefined;
  if (kind === 'working') {
    const groups = inForce.working.filter((one) => one.periodGroups.includes(number)).map(({ group }) => group);
    return groups.length === 0 ? undefined : groupsText(groups, names);
  }
  const numbers = kind === 'alwaysOpen' ? inForce.alwaysOpen : inForce.alwaysClosed;
  return numbers.includes(number) ? t('rules.theDoor') : undefined;
}

interface PeriodsCardProps {
  data: SetGroupTimeReply;
  inForce: SetUniversalGroupReply | undefined;
  names: GroupNames;
  mayWrite: boolean;
  refresh: () => Promise<void>;
}

function PeriodsCard({ data: { groups }, inForce, names, mayWrite, refresh }: PeriodsCardProps) {
  const navigate = useNavigate();
  const free = freeNumber(groups, limits.number);
  const pathOf = (number: number) => `${PATH}?number=${number}`;
  const add = mayWrite && free !== undefined && (
    <ButtonLink to={pathOf(free)} icon="plus" tone="primary">
      {t('rules.addPeriod')}
    </ButtonLink>
  );
  return (
    <Card
      title={t('rules.periodGroups')}
      help={t('rules.periodGroupsHelp')}
      flush
      footer={groups.length > 0 && <MostLine add={add} count={groups.length} most={limits.number.max} />}
    >
      {mayWrite && free === undefined && <Notice tone="warn">{t('rules.limit')}</Notice>}
      {groups.length === 0 ? (
        <EmptyState icon="clock" title={t('rules.noPeriods')} text={t('rules.noPeriodsText')} action={add} />
      ) : (
        <RuleList
          label={t('rules.periodGroups')}
          rows={groups.map((group) => {
            const use = inForceFor(group, inForce, names);
            return {
              number: group.number,
              name: group.name,
              to: pathOf(group.number),
              tag: <Tag tone={kindTone[group.kind]}>{kindText(group.kind)}</Tag>,
              picture: <WeekPicture label={group.name} weeks={[group.periods]} />,
              more: use === undefined ? t('rules.notInForce') : t('rules.inForceFor', { use }),
              onEdit: mayWrite ? () => navigate(pathOf(group.number)) : undefined,
              onDelete: () => void askDelete(group, use, refresh),
            };
          })}
        />
      )}
    </Card>
  );
}

function askDelete({ number, name }: PeriodGroup, use: string | undefined, refresh: () => Promise<void>) {
  return askToDelete({
    title: t('rules.deletePeriod', { name }),
    text: use === undefined ? t('rules.deleteUnused') : t('rules.deletePeriodUsed', { use }),
    del: () => delSomeGroup({ numbers: [number], ...(use === undefined ? {} : { sure: true }) }),
    refresh,
  });
}
