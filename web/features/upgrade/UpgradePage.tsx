import { ErrorCode } from '@gen/errors.ts';
import type { UpgradeStateReply } from '@gen/upgrade.ts';
import { useSlow } from '../../lib/delay.ts';
import { errorLines, formatNumber, t } from '../../lib/i18n.ts';
import { usePower } from '../../lib/power.ts';
import { problemText } from '../../lib/problem.ts';
import { Beside } from '../../ui/Beside.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Lines } from '../../ui/Lines.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StateCard } from '../../ui/StateCard.tsx';
import { BundleCard } from './BundleCard.tsx';
import { LastUpgrade } from './LastUpgrade.tsx';
import { RescueCard } from './RescueCard.tsx';
import { useRestarting } from './restarting.ts';
import { useUpgradeState } from './state.ts';

/** /advSetting/firmwareUpgrade: the running firmware, and its update. */
export function UpgradePage() {
  const { data, error, mutate } = useUpgradeState();
  const mayWrite = usePower('advSetting')?.write;
  const slow = useSlow(data === undefined && error === undefined);
  useRestarting(data?.step, error);
  return (
    <div className="form-page">
      <PageHeader title={t('page.firmwareUpgrade')} description={t('upgrade.intro')} />
      {mayWrite === false && <Notice tone="info">{t('settings.readOnly')}</Notice>}
      {data && (
        <Beside
          now={<Running state={data} />}
          result={data.fitted && <RescueCard open={data.open} mayWrite={mayWrite === true} />}
        >
          <LastUpgrade state={data} />
          {data.fitted ? (
            <BundleCard state={data} mayWrite={mayWrite === true} />
          ) : (
            <Notice tone="info">
              <Lines text={errorLines(ErrorCode.upgradeNotFitted)} />
            </Notice>
          )}
        </Beside>
      )}
      {!data && error !== undefined && (
        <section className="card" aria-label={t('page.firmwareUpgrade')}>
          <ErrorState text={problemText(error)} onRetry={() => void mutate()} />
        </section>
      )}
      {slow && <Skeleton lines={6} />}
    </div>
  );
}

/** The firmware that runs. */
function Running({ state: { fitted, version, buildId, board, slot, floor } }: { state: UpgradeStateReply }) {
  const facts: [string, string][] = [
    [t('info.version'), version],
    [t('upgrade.build'), buildId],
    [t('upgrade.board'), board],
    ...(fitted
      ? ([
          [t('upgrade.slot'), slot],
          [t('upgrade.floor'), formatNumber(floor)],
        ] as [string, string][])
      : []),
  ];
  const items = facts
    .filter(([, value]) => value !== '')
    .map(([label, value]) => ({ label, value: <bdi>{value}</bdi> }));
  return <StateCard label={t('upgrade.running')} items={items} />;
}
