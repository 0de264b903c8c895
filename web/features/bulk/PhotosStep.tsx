import { bulkCheck } from '@gen/bulk.ts';
import { useState } from 'react';
import { t } from '../../lib/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { AnotherFile } from './AnotherFile.tsx';
import type { ColumnsStepProps } from './ColumnsStep.tsx';
import { ExistingChoice } from './ExistingChoice.tsx';
import { act } from './useBulk.ts';

/** Photos have no columns: what becomes of those that are there is all that is asked. */
export function PhotosStep({ draft, onDraft, onChecking }: ColumnsStepProps) {
  const { existing } = draft;
  const [checking, setChecking] = useState(false);
  const check = async () => {
    setChecking(true);
    await act(() => bulkCheck({ existing }), onChecking);
    setChecking(false);
  };
  return (
    <>
      <ExistingChoice kind="photos" chosen={existing} onChoose={(next) => onDraft({ ...draft, existing: next })} />
      <div className="bulk-actions">
        <Button tone="primary" icon="check" busy={checking} onClick={() => void check()}>
          {t('bulk.check')}
        </Button>
        <AnotherFile />
        <span className="muted">{t('bulk.checkHelp')}</span>
      </div>
    </>
  );
}
