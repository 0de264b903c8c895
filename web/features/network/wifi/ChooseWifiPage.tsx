import type { WifiNetwork, WirlessValues } from '@gen/network.ts';
import { useCallback, useEffect, useState } from 'react';
import { formatMoment, t } from '../../../lib/i18n.ts';
import { useMove } from '../../../lib/move/store.ts';
import { usePower } from '../../../lib/power.ts';
import { problemText } from '../../../lib/problem.ts';
import { Button } from '../../../ui/Button.tsx';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { JoinDialog } from './JoinDialog.tsx';
import { useOfferedForm } from './joinForm.ts';
import { type Networks, useNetworks } from './useNetworks.ts';
import { WifiRow } from './WifiRow.tsx';
import { WifiWatchDialog } from './WifiWatchDialog.tsx';

/** A network that is selected or being joined. */
interface Choice {
  readonly network: WifiNetwork;
  /** Values of the last attempt, only in memory. */
  readonly typed?: Partial<WirlessValues>;
}

export function ChooseWifiPage() {
  const found = useNetworks();
  const mayWrite = usePower('network')?.write ?? false;
  const [chosen, setChosen] = useState<Choice | null>(null);
  const [tried, setTried] = useState<Choice | null>(null);
  const [watching, setWatching] = useState(false);
  const { searching, refresh } = found;
  const again = useCallback(() => setChosen(tried), [tried]);
  useOfferedForm(tried === null ? null : again);
  const over = useMove() === null && !watching;
  useEffect(() => {
    if (over) setTried(null);
  }, [over]);
  return (
    <div className="form-page form-stack">
      <PageHeader
        title={t('page.chooseWifi')}
        description={t('wifi.chooseHelp')}
        actions={
          <Button icon="refresh" busy={searching} onClick={refresh}>
            {searching ? t('wifi.searching') : t('wifi.refresh')}
          </Button>
        }
      />
      <section className="card" aria-label={t('wifi.inReach')} aria-busy={searching}>
        <Found found={found} onChoose={(network) => setChosen({ network })} />
        <footer className="card-foot wifi-foot">
          <span className="muted" role="status">
            {footText(found)}
          </span>
          <ButtonLink to="/network/wirless/addWIFI" icon="plus">
            {t('wifi.add')}
          </ButtonLink>
        </footer>
      </section>
      {!mayWrite && <Notice tone="info">{t('settings.readOnly')}</Notice>}
      {chosen && (
        <JoinDialog
          {...chosen}
          mayWrite={mayWrite}
          onStarted={(waits, typed) => {
            setChosen(null);
            setTried({ ...chosen, typed });
            setWatching(!waits);
          }}
          onClose={() => setChosen(null)}
        />
      )}
      {watching && <WifiWatchDialog onClose={() => setWatching(false)} />}
    </div>
  );
}

function footText({ searching, networks, searchedAt }: Networks): string {
  if (searching) return t('wifi.searchingText');
  if (networks === undefined || searchedAt === 0) return '';
  return t('wifi.found', { count: networks.length, time: formatMoment(searchedAt) });
}

function Found({ found, onChoose }: { found: Networks; onChoose: (network: WifiNetwork) => void }) {
  const { networks, searching, error, refresh } = found;
  if (error !== undefined) return <ErrorState text={problemText(error)} onRetry={refresh} />;
  if (networks === undefined || (searching && networks.length === 0)) return <Skeleton kind="row" lines={5} />;
  if (networks.length === 0) {
    return <EmptyState icon="network" title={t('wifi.none')} text={t('wifi.noneText')} />;
  }
  return (
    <ul className="wifi-list">
      {networks.map((network) => (
        <li key={network.ssid}>
          <WifiRow network={network} onChoose={() => onChoose(network)} />
        </li>
      ))}
    </ul>
  );
}
