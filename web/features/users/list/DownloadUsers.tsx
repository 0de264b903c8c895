import { useState } from 'react';
import { t } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import { ExportDialog } from './ExportDialog.tsx';
import type { ListState } from './listState.ts';

/** Opens the options for the list as a file. */
export function DownloadUsers({ state, count }: { state: ListState; count: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon="download" onClick={() => setOpen(true)}>
        {t('ui.download')}
      </Button>
      {open && <ExportDialog state={state} count={count} onClose={() => setOpen(false)} />}
    </>
  );
}
