import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { t } from '../../../lib/i18n.ts';
import { usePower } from '../../../lib/power.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { SettingField } from '../../../ui/SettingField.tsx';
import { useOfferedForm } from './joinForm.ts';
import { useJoin } from './useJoin.ts';
import { WifiCredentials } from './WifiCredentials.tsx';
import { WifiWatchDialog } from './WifiWatchDialog.tsx';

const HIDDEN = { hidden: true } as const;

/** The form is still on the page, as it was sent. */
const backToPage = () => undefined;

/** Joins a hidden network. */
export function AddWifiPage() {
  const navigate = useNavigate();
  const mayWrite = usePower('network')?.write ?? false;
  const [watching, setWatching] = useState(false);
  const join = useJoin({ network: HIDDEN, mayWrite, onStarted: (waits) => setWatching(!waits) });
  const { form } = join;
  useOfferedForm(backToPage);
  return (
    <div className="form-page">
      <form
        className="form-stack"
        noValidate
        ref={join.formRef}
        onSubmit={join.onSubmit}
        aria-label={t('page.addWifi')}
      >
        <PageHeader title={t('page.addWifi')} description={t('wifi.addHelp')} />
        {!mayWrite && <Notice tone="info">{t('settings.readOnly')}</Notice>}
        {join.problem && <Notice tone="no">{join.problem}</Notice>}
        <Card title={t('wifi.network')}>
          <div className="pair">
            <SettingField form={form} name="ssid" required />
            <SettingField form={form} name="security" />
          </div>
          <WifiCredentials form={form} />
          <div className="button-row button-row-end">
            <Button onClick={() => navigate('/network/wirless')}>{t('ui.cancel')}</Button>
            <Button tone="primary" type="submit" busy={form.busy} disabled={!mayWrite}>
              {t('wifi.connect')}
            </Button>
          </div>
        </Card>
      </form>
      {watching && <WifiWatchDialog onClose={() => setWatching(false)} />}
    </div>
  );
}
