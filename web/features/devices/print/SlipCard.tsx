import { type PrinterStatus, type PrintParamValues, testPrint } from '@gen/devices.ts';
import type { Nothing } from '@gen/runtime.ts';
import { useState } from 'react';
import { t } from '../../../lib/i18n.ts';
import type { SettingsForm } from '../../../lib/settings/useSettingsForm.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { toast } from '../../../ui/toast.ts';
import { Slip } from './Slip.tsx';
import { useSlip } from './useSlip.ts';

/** Preview of a receipt with the edits, and a button that prints one with the stored settings. */
export function SlipCard({ form }: { form: SettingsForm<PrintParamValues, PrinterStatus, Nothing> }) {
  const { fields, header, footer } = form.values;
  const slip = useSlip({ fields, header, footer });
  return (
    <Card
      title={t('print.preview')}
      help={t('print.previewHelp')}
      footer={form.mayWrite && <TestPrint on={form.base.on} edited={form.count > 0} onPrinted={form.refresh} />}
    >
      <Slip lines={slip?.lines} columns={slip?.columns} />
    </Card>
  );
}

interface TestPrintProps {
  /** Printing is switched on in the stored settings. */
  on: boolean;
  edited: boolean;
  onPrinted: () => Promise<void>;
}

function TestPrint({ on, edited, onPrinted }: TestPrintProps) {
  const [busy, setBusy] = useState(false);
  const print = async () => {
    setBusy(true);
    try {
      await testPrint();
      toast.ok(t('print.tested'));
    } catch {
      /* The error was already shown. */
    }
    setBusy(false);
    await onPrinted();
  };
  return (
    <div className="slip-foot">
      <span className="muted">{on ? edited && t('print.testSaved') : t('print.testOff')}</span>
      <Button icon="file" busy={busy} disabled={!on} onClick={() => void print()}>
        {t('print.test')}
      </Button>
    </div>
  );
}
