import { bulkMend, bulkMended } from '@gen/bulk.ts';
import { useState } from 'react';
import useSWR from 'swr';
import { t } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import { confirm } from '../../../ui/confirm.ts';
import { act } from '../useBulk.ts';

let visits = 0;

/** How many corrections the table has, and the way back to what was sent. */
export function Mended({ onChecking }: { onChecking: () => void }) {
  const [visit] = useState(() => ++visits);
  const { data } = useSWR(['bulkMended', visit], () => bulkMended({ handles: () => true }), {
    revalidateOnFocus: false,
  });
  const count = data?.mended ?? 0;
  if (count === 0) return null;
  const forget = () =>
    confirm({
      title: t('bulk.mendForget'),
      body: <p>{t('bulk.mendForgetText', { count })}</p>,
      action: t('bulk.mendForget'),
      danger: true,
      run: () => act(() => bulkMend({ mends: [], forget: true }), onChecking),
    });
  return (
    <div className="bulk-actions">
      <span className="muted">{t('bulk.mended', { count })}</span>
      <Button icon="undo" onClick={() => void forget()}>
        {t('bulk.mendForget')}
      </Button>
    </div>
  );
}
