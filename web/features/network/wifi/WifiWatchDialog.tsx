import { cancelWirless } from '@gen/network.ts';
import { useEffect, useState } from 'react';
import { mutate } from 'swr';
import { t } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { failureText } from '../words.ts';
import { useJoinForm } from './joinForm.ts';
import { useWifiMove } from './useWifiMove.ts';
import { WifiFailed } from './WifiFailed.tsx';
import { WifiSteps } from './WifiSteps.tsx';

/** Progress of joining a network that does not move this page: closing it lets the attempt continue, or it can be cancelled. */
export function WifiWatchDialog({ onClose }: { onClose: () => void }) {
  const { state, failure, joined } = useWifiMove(true);
  const [cancelling, setCancelling] = useState(false);
  const tryAgain = useJoinForm();
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
  const cancel = async () => {
    setCancelling(true);
    if (await isCancelled()) close();
    setCancelling(false);
  };
  return (
    <Dialog
      open
      title={failed ? failureText(failure) : t('wifi.progress')}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>{t('ui.close')}</Button>
          {!failed && (
            <Button busy={cancelling} onClick={() => void cancel()}>
              {t('ui.cancel')}
            </Button>
          )}
          {failed && tryAgain && (
            <Button
              tone="primary"
              onClick={() => {
                tryAgain();
                close();
              }}
            >
              {t('ui.retry')}
            </Button>
          )}
        </>
      }
    >
      <div role="status">{failed ? <WifiFailed failure={failure} /> : <p>{t('wifi.goesOn')}</p>}</div>
      {!failed && <WifiSteps phase={state?.phase ?? 'searching'} />}
    </Dialog>
  );
}

/** Has the terminal cancel the attempt, and shows the result. */
async function isCancelled(): Promise<boolean> {
  try {
    const { cancelled } = await cancelWirless({});
    if (cancelled) toast.ok(t('wifi.cancelled'));
    else toast.info(t('wifi.notCancelled'));
    return cancelled;
  } catch {
    /* The call has shown the error. */
    return false;
  }
}
