import type { BulkStateReply } from '@gen/bulk.ts';
import { useState } from 'react';
import { t } from '../../lib/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Progress } from '../../ui/Progress.tsx';
import { cancelBulk } from './useBulk.ts';
import { rowsText } from './words.ts';

/** The terminal checks, or writes: how far it is, and the way out where there is one. */
export function JobProgress({ state }: { state: BulkStateReply }) {
  const [busy, setBusy] = useState(false);
  const cancel = async () => {
    setBusy(true);
    await cancelBulk();
    setBusy(false);
  };
  const writing = state.step === 'writing';
  return (
    <>
      <Progress
        label={t(`bulk.step.${state.step}`)}
        at={state.at}
        of={state.rows}
        figures={rowsText(state, state.kind)}
      />
      <p className="muted">{writing ? writingText(state) : t('bulk.checkingText')}</p>
      {state.cancellable && (
        <div className="bulk-actions">
          <Button busy={busy} onClick={() => void cancel()}>
            {writing ? t('bulk.stop') : t('ui.cancel')}
          </Button>
        </div>
      )}
    </>
  );
}

function writingText({ whole, cancellable }: BulkStateReply): string {
  if (whole) return t('bulk.writingWhole');
  return cancellable ? t('bulk.writingSlices') : t('bulk.leave');
}
