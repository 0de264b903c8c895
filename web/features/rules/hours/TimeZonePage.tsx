import { delTimeInterval, timeZoneLimits as limits, type setTimeIntervalInfo, type TimeZone } from '@gen/rules.ts';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { type GroupNames, useGroupNames } from '../../../lib/groupNames.ts';
import { formatNumber, t } from '../../../lib/i18n.ts';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { Card } from '../../../ui/Card.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { WeekPicture } from '../../../ui/WeekBars.tsx';
import { askToDelete } from '../askToDelete.tsx';
import { useZones } from '../data.ts';
import { RuleList } from '../RuleList.tsx';
import { RulePage } from '../RulePage.tsx';
import { groupsText, zoneText } from '../words.ts';
import { freeNumber, weekOfZone } from './weeks.ts';
import { ZoneForm } from './ZoneForm.tsx';

type Zones = Awaited<ReturnType<typeof setTimeIntervalInfo>>;

const PATH = '/advSetting/timezone';

/** /advSetting/timezone: the list; with ?number=… one time zone. */
export function TimeZonePage() {
  const zones = useZones();
  const names = useGroupNames();
  const [params] = useSearchParams();
  const number = Number(params.get('number'));
  const isOne = Number.isInteger(number) && number >= limits.number.min && number <= limits.number.max;
  return (
    <RulePage title={t('page.timeZones')} intro={t('rules.zonesIntro')} group="advSetting" reads={[zones]}>
      {(mayWrite) => {
        const data = zones.data as Zones;
        if (!isOne) return <ZoneList data={data} names={names} mayWrite={mayWrite} refresh={zones.refresh} />;
        const stored = data.zones.find((zone) => zone.number === number);
        return (
          <ZoneForm
            key={number}
            number={number}
            stored={stored}
            usedBy={usedBy(data, number)}
            names={names}
            mayWrite={mayWrite}
            refresh={zones.refresh}
            back={PATH}
          />
        );
      }}
    </RulePage>
  );
}

function usedBy({ used }: Zones, number: number): readonly number[] {
  return used.find((one) => one.number === number)?.groups ?? [];
}

interface ZoneListProps {
  data: Zones;
  names: GroupNames;
  mayWrite: boolean;
  refresh: () => Promise<void>;
}

function ZoneList({ data, names, mayWrite, refresh }: ZoneListProps) {
  const navigate = useNavigate();
  const { zones } = data;
  const free = freeNumber(zones, limits.number);
  const pathOf = (number: number) => `${PATH}?number=${number}`;
  const add = mayWrite && free !== undefined && (
    <ButtonLink to={pathOf(free)} icon="plus" tone="primary">
      {t('rules.addZone')}
    </ButtonLink>
  );
  return (
    <div className="form-stack">
      <PageHeader
        title={t('page.timeZones')}
        count={t('rules.ofMost', { count: formatNumber(zones.length), most: formatNumber(limits.number.max) })}
        description={t('rules.zonesIntro')}
        actions={add}
      />
      {!mayWrite && <Notice tone="info">{t('settings.readOnly')}</Notice>}
      {mayWrite && free === undefined && <Notice tone="warn">{t('rules.limit')}</Notice>}
      <Card flush>
        {zones.length === 0 ? (
          <EmptyState icon="clock" title={t('rules.noZones')} text={t('rules.noZonesText')} action={add} />
        ) : (
          <RuleList
            label={t('page.timeZones')}
            rows={zones.map((zone) => ({
              number: zone.number,
              name: zoneText(zone),
              to: pathOf(zone.number),
              picture: <WeekPicture label={zoneText(zone)} weeks={[weekOfZone(zone)]} />,
              more: usesText(usedBy(data, zone.number), names),
              onEdit: mayWrite ? () => navigate(pathOf(zone.number)) : undefined,
              onDelete: () => void askDelete(zone, usedBy(data, zone.number), names, refresh),
            }))}
          />
        )}
      </Card>
    </div>
  );
}

function usesText(groups: readonly number[], names: GroupNames): string {
  return groups.length === 0 ? t('rules.unused') : t('rules.usedBy', { groups: groupsText(groups, names) });
}

function askDelete(zone: TimeZone, groups: readonly number[], names: GroupNames, refresh: () => Promise<void>) {
  const { number } = zone;
  return askToDelete({
    title: t('rules.deleteZone', { name: zoneText(zone) }),
    text:
      groups.length === 0 ? t('rules.deleteUnused') : t('rules.deleteZoneUsed', { groups: groupsText(groups, names) }),
    del: () => delTimeInterval({ number, ...(groups.length > 0 ? { sure: true } : {}) }),
    refresh,
  });
}
