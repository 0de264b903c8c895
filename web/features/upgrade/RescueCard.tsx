import { setWebUpgradeMode } from '@gen/upgrade.ts';
import { useState } from 'react';
import { t } from '../../lib/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { lookAgain } from './state.ts';

/** Whether the engineer may sign in at /up. */
export function RescueCard({ open, mayWrite }: { open: boolean; mayWrite: boolean }) {
  const [busy, setBusy] = useState(false);
  const change = async () => {
    setBusy(true);
    /* Errors are shown automatically. */
    await setWebUpgradeMode({ open: !open }).catch(() => undefined);
    await lookAgain().catch(() => undefined);
    setBusy(false);
  };
  return (
    <Card
      title={t('upgrade.rescue')}
      footer={
        <Button icon={open ? 'lock' : 'lockOpen'} busy={busy} disabled={!mayWrite} onClick={() => void change()}>
          {open ? t('upgrade.close') : t('upgrade.open')}
        </Button>
      }
    >
      <p>
        <a href="/up" dir="ltr" className="target-link">
          /up
        </a>{' '}
        <span role="status">
          <Tag tone={open ? 'warn' : 'ok'} icon={open ? 'lockOpen' : 'lock'}>
            {open ? t('upgrade.isOpen') : t('upgrade.isClosed')}
          </Tag>
        </span>
      </p>
      <p className="muted">{t('upgrade.rescueText')}</p>
    </Card>
  );
}
