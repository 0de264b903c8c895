import { useEffect } from 'react';
import { mutate } from 'swr';
import { t } from '../../lib/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { toast } from '../../ui/toast.ts';
import { useWifiMove } from './useWifiMove.ts';
import { WifiSteps } from './WifiSteps.tsx';
import { failureText } from './words.ts';

/** The way into a network that leaves this page where it is: it can be left, and goes on by itself. */
export function WifiWatchDialog({ onClose }: { onClose: () => void }) {
  const { state, failure, joined } = useWifiMove(true);
  const failed = failure !== 'none';
  const close = () => {
    onClose();
    void mutate(() => true);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is joined.
  useEffect(() => {
    if (joined === '') return;
    toast.ok(t('wifi.joined', { ssid: joined }));
    close();
  }, [joined]);
  return (
    <Dialog
      open
      title={failed ? t('wifi.failedTitle') : t('wifi.progress')}
      onClose={close}
      footer={<Button onClick={close}>{t('ui.close')}</Button>}
    >
      <div role="status">
        {failed ? (
          <Notice tone="no" title={t('wifi.failedToAp')}>
            <span className="notice-line">{failureText(failure)}</span>
          </Notice>
        ) : (
          <p>{t('wifi.goesOn')}</p>
        )}
      </div>
      {!failed && <WifiSteps phase={state?.phase ?? 'searching'} />}
    </Dialog>
  );
}
