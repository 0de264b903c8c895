import { delGroup, type Group, groupLimits as limits, type SetGroupInfoReply } from '@gen/rules.ts';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { groupText, namesOf } from '../../../lib/groupNames.ts';
import { formatNumber, t } from '../../../lib/i18n.ts';
import type { Week } from '../../../lib/week.ts';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { WeekPicture } from '../../../ui/WeekBars.tsx';
import { askToDelete } from '../askToDelete.tsx';
import { useGroups, useInForce, useMayRead, usePeriods, useZones } from '../data.ts';
import { freeNumber, weeksOfGroup } from '../hours/weeks.ts';
import { RuleList } from '../RuleList.tsx';
import { RulePage } from '../RulePage.tsx';
import { RuleUsers } from '../RuleUsers.tsx';
import { GroupForm } from './GroupForm.tsx';
import { type GroupWorld, usersIn, workingWeeks } from './groupWorld.ts';

const PATH = '/advSetting/group';

/** /advSetting/group: the list; with ?number=… one group. */
export function GroupPage() {
  const mayReadPeriods = useMayRead('AccSetting');
  const groups = useGroups();
  const zones = useZones();
  const periods = usePeriods(mayReadPeriods);
  const inForce = useInForce(mayReadPeriods);
  const [params] = useSearchParams();
  const number = Number(params.get('number'));
  const isOne = Number.isInteger(number) && number >= limits.number.min && number <= limits.number.max;
  const reads = mayReadPeriods ? [groups, zones, periods, inForce] : [groups, zones];
  return (
    <RulePage title={t('page.groups')} intro={t('rules.groupsIntro')} group="advSetting" reads={reads}>
      {(mayWrite) => {
        const world: GroupWorld = {
          info: groups.data as SetGroupInfoReply,
          zones: zones.data?.zones ?? [],
          periods: periods.data?.groups ?? [],
          inForce: inForce.data,
        };
        if (!isOne) return <GroupList world={world} mayWrite={mayWrite} refresh={groups.refresh} />;
        return (
          <GroupForm
            key={number}
            number={number}
            world={world}
            mayWrite={mayWrite}
            refresh={groups.refresh}
            back={PATH}
          />
        );
      }}
    </RulePage>
  );
}

interface GroupListProps {
  world: GroupWorld;
  mayWrite: boolean;
  refresh: () => Promise<void>;
}

function GroupList({ world, mayWrite, refresh }: GroupListProps) {
  const navigate = useNavigate();
  const { groups } = world.info;
  const names = namesOf(groups);
  const free = freeNumber(groups, limits.number);
  const pathOf = (number: number) => `${PATH}?number=${number}`;
  return (
    <div className="form-stack">
      <PageHeader
        title={t('page.groups')}
        count={formatNumber(groups.length + 2)}
        description={t('rules.groupsIntro')}
        actions={
          mayWrite &&
          free !== undefined && (
            <ButtonLink to={pathOf(free)} icon="plus" tone="primary">
              {t('rules.addGroup')}
            </ButtonLink>
          )
        }
      />
      {!mayWrite && <Notice tone="info">{t('settings.readOnly')}</Notice>}
      {mayWrite && free === undefined && <Notice tone="warn">{t('rules.limit')}</Notice>}
      <div className="rule-fixed">
        {([0, 1] as const).map((group) => (
          <Card key={group} title={`${group} · ${groupText(group)}`} help={t(`rules.group${group}`)}>
            <RuleUsers of="group" number={group} users={usersIn(group, world)} />
          </Card>
        ))}
      </div>
      <Card title={t('rules.ownGroups')} help={t('rules.ownGroupsHelp')} flush>
        {groups.length === 0 && <p className="rule-empty muted">{t('rules.noGroups')}</p>}
        <RuleList
          label={t('rules.ownGroups')}
          rows={groups.map((group) => ({
            number: group.number,
            name: groupText(group.number, names),
            to: pathOf(group.number),
            picture: <WeekPicture label={groupText(group.number, names)} weeks={weeksOf(group, world)} />,
            tag: weeksOf(group, world).length === 0 && (
              <Tag tone="warn" icon="alert">
                {t('rules.neverLetIn')}
              </Tag>
            ),
            more: <RuleUsers of="group" number={group.number} users={usersIn(group.number, world)} />,
            onEdit: mayWrite ? () => navigate(pathOf(group.number)) : undefined,
            onDelete: () => void askDelete(group, usersIn(group.number, world), refresh),
          }))}
        />
      </Card>
      <Undefined world={world} />
    </div>
  );
}

/** Groups that have users but are not defined: access is always denied. */
function Undefined({ world }: { world: GroupWorld }) {
  const made = new Set(world.info.groups.map(({ number }) => number));
  const lost = world.info.uses.filter(
    ({ number, users }) => number >= limits.number.min && users > 0 && !made.has(number),
  );
  if (lost.length === 0) return null;
  return (
    <Notice tone="warn" title={t('rules.lostGroups')}>
      <ul className="rule-lost">
        {lost.map(({ number, users }) => (
          <li key={number}>
            {groupText(number)}: <RuleUsers of="group" number={number} users={users} />
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function weeksOf(group: Group, world: GroupWorld): Week[] {
  return [...weeksOfGroup(group, world.zones), ...workingWeeks(group.number, world)].filter((week) => week.length > 0);
}

function askDelete({ number, name }: Group, users: number, refresh: () => Promise<void>) {
  return askToDelete({
    title: t('rules.deleteGroup', { name: groupText(number, namesOf([{ number, name }])) }),
    text: users === 0 ? t('rules.deleteUnused') : t('rules.deleteGroupUsed', { count: users }),
    del: () => delGroup({ number, ...(users > 0 ? { sure: true } : {}) }),
    refresh,
  });
}
