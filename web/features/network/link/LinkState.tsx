import type { LinkStatus } from '@gen/network.ts';
import { formatMoment, formatNumber, t } from '../../../lib/i18n.ts';
import { StateCard, type StateItem } from '../../../ui/StateCard.tsx';
import { linkLook } from '../words.ts';

/** State of a connection to a server. This firmware only checks whether it is reachable, and supports no protocol yet. */
export function LinkState({ status, backlog }: { status: LinkStatus; backlog: boolean }) {
  const { text, tone } = linkLook(status.link);
  const items: StateItem[] = [{ label: t('network.linkTo'), value: text, tone }];
  if (status.since > 0) items.push({ label: t('network.since'), value: formatMoment(status.since) });
  if (backlog) items.push({ label: t('network.backlog'), value: formatNumber(status.backlog) });
  return <StateCard label={t('network.state')} items={items} />;
}
