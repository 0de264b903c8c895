import { type BulkCheckRequest, bulkCheck } from '@gen/bulk.ts';
import { useState } from 'react';
import { t } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import { act } from '../useBulk.ts';
import { AnotherFile } from './AnotherFile.tsx';

export interface CheckActionsProps {
  /** As what the file is checked. */
  request: BulkCheckRequest;
  disabled?: boolean;
  /** It is being checked. */
  onChecking: () => void;
}

/** Has the file checked, or makes way for another. */
export function CheckActions({ request, disabled = false, onChecking }: CheckActionsProps) {
  const [busy, setBusy] = useState(false);
  const check = async () => {
    setBusy(true);
    await act(() => bulkCheck(request), onChecking);
    setBusy(false);
  };
  return (
    <div className="bulk-actions">
      <Button tone="primary" icon="check" busy={busy} disabled={disabled} onClick={() => void check()}>
        {t('bulk.check')}
      </Button>
      <AnotherFile />
      <span className="muted">{t('bulk.checkHelp')}</span>
    </div>
  );
}
