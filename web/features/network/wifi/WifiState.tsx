import type { WifiState as State, WifiMode } from '@gen/network.ts';
import { formatNumber, t } from '../../../lib/i18n.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { SignalBars } from '../../../ui/SignalBars.tsx';
import { StateCard, type StateItem } from '../../../ui/StateCard.tsx';
import { addressItems } from '../link/interfaceItems.ts';
import { failureText } from '../words.ts';

/** Current state of the radio, and why the last connection failed. */
export function WifiState({ mode, state }: { mode: WifiMode; state: State }) {
  const { failure, failedSsid, phase } = state;
  const failed = failure !== 'none' && phase !== 'connected';
  return (
    <>
      <StateCard label={t('network.state')} items={itemsOf(state)} />
      {failed && (
        <Notice tone="no" title={failureText(failure)}>
          <span className="notice-line">
            {failedSsid !== '' && (
              <>
                <bdi>{failedSsid}</bdi>
                {': '}
              </>
            )}
            <span>{mode === 'client' && phase === 'accessPoint' ? t('wifi.failedToAp') : t('wifi.failed')}</span>
          </span>
        </Notice>
      )}
    </>
  );
}

function itemsOf(state: State): StateItem[] {
  const { phase, ssid, signal, apSsid, apStations } = state;
  const tone = phase === 'connected' || phase === 'accessPoint' ? 'ok' : phase === 'failed' ? 'no' : 'neutral';
  const items: StateItem[] = [{ label: t('page.wifi'), value: t(`wifi.phase.${phase}`), tone }];
  if (phase === 'accessPoint') {
    items.push({ label: t('wifi.apName'), value: <bdi>{apSsid}</bdi> });
    items.push({ label: t('wifi.stations'), value: formatNumber(apStations) });
  } else if (ssid !== '') {
    items.push({ label: t('wifi.network'), value: <bdi>{ssid}</bdi> });
  }
  if (signal !== 0) items.push({ label: t('wifi.strength'), value: <Strength dbm={signal} /> });
  if (phase === 'connected' || phase === 'accessPoint') items.push(...addressItems(state.interface));
  return items;
}

function Strength({ dbm }: { dbm: number }) {
  return (
    <span className="signal-figure">
      <SignalBars dbm={dbm} />
      <bdi>{t('wifi.dbm', { dbm: formatNumber(dbm) })}</bdi>
    </span>
  );
}
