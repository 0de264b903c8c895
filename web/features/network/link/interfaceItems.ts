import type { InterfaceState } from '@gen/network.ts';
import { formatMoment, formatNumber, t } from '../../../lib/i18n.ts';
import type { StateItem } from '../../../ui/StateCard.tsx';
import { leaseLook } from '../words.ts';

/** Link state of an interface: up with its speed, or down. */
export function linkItem({ linkUp, speed }: InterfaceState): StateItem {
  if (!linkUp) return { label: t('network.linkState'), value: t('network.linkDown'), tone: 'no' };
  const value = speed > 0 ? t('network.linkSpeed', { speed: formatNumber(speed) }) : t('network.linkUp');
  return { label: t('network.linkState'), value, tone: 'ok' };
}

/** Its address and how it was obtained. */
export function addressItems({ address, lease, leaseUntil, linkUp }: InterfaceState): StateItem[] {
  const look = leaseLook(lease);
  const until = leaseUntil > 0 ? t('network.leaseUntil', { time: formatMoment(leaseUntil) }) : '';
  const tone = look.tone === 'no' && linkUp ? 'no' : look.tone === 'ok' ? 'neutral' : look.tone;
  return [
    { label: t('network.address'), value: address === '' ? t('network.noAddress') : address },
    { label: t('network.leaseState'), value: [look.text, until].filter(Boolean).join(' · '), tone },
  ];
}
