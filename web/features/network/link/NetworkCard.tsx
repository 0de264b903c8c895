import {
  type InterfaceState,
  setCloudParam,
  setCommMode,
  setEthernet,
  setWirless,
  type WifiState,
} from '@gen/network.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import useSWR from 'swr';
import { t } from '../../../lib/i18n.ts';
import { polling } from '../../../lib/polling.ts';
import { useSession } from '../../../lib/session.ts';
import { Card } from '../../../ui/Card.tsx';
import { Tag, type Tone } from '../../../ui/Tag.tsx';
import { linkLook } from '../words.ts';

const READ_MS = 15_000;
const silent = { handles: () => true } as const;

const readAll = async () => {
  const [ethernet, wifi, server, cloud] = await Promise.all([
    setEthernet(silent),
    setWirless(silent),
    setCommMode(silent),
    setCloudParam(silent),
  ]);
  return { ethernet: ethernet.state, wifi: wifi.state, server: server.state, cloud: cloud.state };
};

/** Each interface and its address, in a line; needs read permission for the network. */
export function NetworkCard() {
  const mayRead = useSession()?.roles.includes('network') ?? false;
  const { data } = useSWR(mayRead ? 'overview.network' : null, readAll, { ...polling, refreshInterval: READ_MS });
  if (!data) return null;
  const links = [
    { to: '/network/commMode', name: t('page.commMode'), link: data.server.link },
    { to: '/network/cloud', name: t('page.cloud'), link: data.cloud.link },
  ].filter(({ link }) => link !== 'off' && link !== 'notInstalled');
  return (
    <Card title={t('nav.network')}>
      <dl className="overview-facts">
        <Fact to="/network/ethernet" name={t('page.ethernet')}>
          <Ethernet state={data.ethernet} />
        </Fact>
        <Fact to="/network/wirless" name={t('page.wifi')}>
          <Wifi state={data.wifi} />
        </Fact>
        {links.map(({ to, name, link }) => (
          <Fact key={to} to={to} name={name}>
            <Tag {...linkLook(link)}>{linkLook(link).text}</Tag>
          </Fact>
        ))}
      </dl>
    </Card>
  );
}

function Fact({ to, name, children }: { to: string; name: string; children: ReactNode }) {
  return (
    <div>
      <dt>
        <Link className="terminal-link" to={to}>
          {name}
        </Link>
      </dt>
      <dd className="network-fact">{children}</dd>
    </div>
  );
}

const addressOf = ({ address }: InterfaceState): string => address || t('network.noAddress');

function Ethernet({ state }: { state: InterfaceState }) {
  if (!state.linkUp) return <Tag tone="no">{t('network.linkDown')}</Tag>;
  return (
    <>
      <bdi>{addressOf(state)}</bdi>
      <Tag tone="ok" icon="check">
        {t('network.linkUp')}
      </Tag>
    </>
  );
}

function Wifi({ state }: { state: WifiState }) {
  const { phase, ssid, apSsid } = state;
  const isUp = phase === 'connected' || phase === 'accessPoint';
  const tone: Tone = isUp ? 'ok' : phase === 'failed' ? 'no' : 'neutral';
  return (
    <>
      {isUp && <bdi>{addressOf(state.interface)}</bdi>}
      {isUp && <bdi>{phase === 'accessPoint' ? apSsid : ssid}</bdi>}
      <Tag tone={tone} icon={isUp ? 'check' : undefined}>
        {t(`wifi.phase.${phase}`)}
      </Tag>
    </>
  );
}
