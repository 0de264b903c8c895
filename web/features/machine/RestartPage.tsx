import { restartMachine } from '@gen/machine.ts';
import { useState } from 'react';
import { t } from '../../lib/i18n.ts';
import { usePower } from '../../lib/power.ts';
import { problemText } from '../../lib/problem.ts';
import { RESTART_SECONDS } from '../../lib/restart.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { confirm } from '../../ui/confirm.ts';
import { Notice } from '../../ui/Notice.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { toast } from '../../ui/toast.ts';

/** Restarts the terminal after a confirmation. The console handles the flagged reply: countdown, sign-in. */
export function RestartPage() {
  const [busy, setBusy] = useState(false);
  const power = usePower('advSetting');
  const ask = async (): Promise<void> => {
    const sure = await confirm({
      title: t('restart.askTitle'),
      body: t('restart.askText'),
      action: t('restart.action'),
      danger: true,
    });
    if (!sure) return;
    setBusy(true);
    try {
      await restartMachine({ handles: () => true });
    } catch (error) {
      toast.error(problemText(error));
      setBusy(false);
    }
  };
  return (
    <div className="form-page">
      <PageHeader title={t('page.restart')} description={t('restart.intro')} />
      {power && !power.write && <Notice tone="info">{t('settings.readOnly')}</Notice>}
      <Card
        title={t('restart.what')}
        footer={
          <Button tone="danger" icon="refresh" busy={busy} disabled={!power?.write} onClick={() => void ask()}>
            {t('restart.action')}
          </Button>
        }
      >
        <ul className="plain-list">
          <li>{t('restart.door')}</li>
          <li>{t('restart.sessions')}</li>
          <li>{t('restart.kept')}</li>
          <li>{t('restart.time', { seconds: RESTART_SECONDS })}</li>
        </ul>
      </Card>
    </div>
  );
}
