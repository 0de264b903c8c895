import { networkPending } from '@gen/network.ts';
import { useState } from 'react';
import useSWR from 'swr';
import { formatMoment, t } from '../../../lib/i18n.ts';
import { useMove } from '../../../lib/move/store.ts';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/Notice.tsx';

/** Time of an undone change whose message was closed; for as long as this page is loaded. */
let seen = 0;

/** Reports that the last change of this page was undone because it was not confirmed, until the message is closed. */
export function RolledBack({ pair }: { pair: string }) {
  const move = useMove();
  const [closed, setClosed] = useState(seen);
  const { data } = useSWR('networkPending', () => networkPending({ handles: () => true }));
  if (move || data?.rolledBack !== pair || data.rolledBackAt === closed) return null;
  const { rolledBackAt } = data;
  return (
    <Notice tone="warn" title={t('network.rolledBack')}>
      <span>{t('network.rolledBackText', { time: formatMoment(rolledBackAt) })}</span>{' '}
      <Button
        tone="quiet"
        size="small"
        onClick={() => {
          seen = rolledBackAt;
          setClosed(rolledBackAt);
        }}
      >
        {t('network.understood')}
      </Button>
    </Notice>
  );
}
