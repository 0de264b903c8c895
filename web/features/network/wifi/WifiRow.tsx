import type { WifiNetwork } from '@gen/network.ts';
import { t } from '../../../lib/i18n.ts';
import { enumWord } from '../../../lib/settings/words.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { SignalBars } from '../../../ui/SignalBars.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { bandText } from '../words.ts';

/** A network in range: strength, name, lock and band, and whether it is connected. */
export function WifiRow({ network, onChoose }: { network: WifiNetwork; onChoose: () => void }) {
  const { ssid, signal, security, band, current, known } = network;
  const open = security === 'open';
  return (
    <button type="button" className="wifi-network" onClick={onChoose}>
      <SignalBars dbm={signal} />
      <span className="wifi-network-text">
        <span className="wifi-network-name">
          <bdi>{ssid}</bdi>
        </span>
        <span className="wifi-network-more">
          <bdi>{open ? t('wifi.open') : enumWord('WifiSecurity', security)}</bdi> · <bdi>{bandText(band)}</bdi>
        </span>
      </span>
      {current && (
        <Tag tone="ok" icon="check">
          {t('wifi.connected')}
        </Tag>
      )}
      {!current && known && <Tag>{t('wifi.known')}</Tag>}
      {open ? <Icon name="lockOpen" /> : <Icon name="lock" />}
    </button>
  );
}
