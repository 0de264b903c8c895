import { type PrinterState, type PrinterStatus, printParam } from '@gen/devices.ts';
import { formatNumber, t } from '../../../lib/i18n.ts';
import { Beside } from '../../../ui/Beside.tsx';
import { Card } from '../../../ui/Card.tsx';
import { SchemaForm } from '../../../ui/SchemaForm.tsx';
import { SettingsPage } from '../../../ui/SettingsPage.tsx';
import { StateCard } from '../../../ui/StateCard.tsx';
import type { Tone } from '../../../ui/Tag.tsx';
import { SlipCard } from './SlipCard.tsx';

const READ_MS = 2000;

export function PrintPage() {
  return (
    <SettingsPage page={printParam} title={t('page.print')} intro={t('print.intro')} pollMs={READ_MS}>
      {(form) => (
        <Beside now={<PrinterNow state={form.state} />} result={<SlipCard form={form} />}>
          <Card title={t('print.printer')} help={t('print.printerHelp')}>
            <SchemaForm form={form} names={['on', 'baud']} />
          </Card>
          <Card title={t('print.slip')} help={t('print.slipHelp')}>
            <SchemaForm form={form} names={['fields', 'header', 'footer']} />
          </Card>
        </Beside>
      )}
    </SettingsPage>
  );
}

const tones: Readonly<Record<PrinterState, Tone>> = {
  off: 'neutral',
  ready: 'ok',
  printing: 'info',
  paperOut: 'warn',
  offline: 'no',
};

function PrinterNow({ state }: { state: PrinterStatus }) {
  const { printer, waiting, codePage } = state;
  return (
    <StateCard
      label={t('network.state')}
      items={[
        { label: t('print.printer'), value: t(`print.state.${printer}`), tone: tones[printer] },
        { label: t('print.waiting'), value: formatNumber(waiting) },
        { label: t('print.codePage'), value: <bdi>{codePage}</bdi> },
      ]}
    />
  );
}
