import type { ProductionStateReply } from '@gen/engineer.ts';
import { useDeviceInfo } from '../../lib/device.ts';
import { t } from '../../lib/i18n.ts';
import { useSession } from '../../lib/session.ts';
import { Button } from '../../ui/Button.tsx';
import { PrintSheet, usePrint } from '../../ui/PrintSheet.tsx';
import { deviceText, verdictText, whyText } from './ProductionSteps.tsx';

/** The result as a printed sheet, with a line for the signature. */
export function ProductionPrint({ state: { passed, steps, sha256 } }: { state: ProductionStateReply }) {
  const { at, print } = usePrint();
  const { info } = useDeviceInfo();
  const name = useSession()?.name ?? '';
  return (
    <>
      <Button icon="printer" onClick={print}>
        {t('report.print')}
      </Button>
      <PrintSheet
        title={`${t('debug.mode')}: ${t(passed ? 'system.storage.good' : 'ui.failed')}`}
        lines={[
          `${t('info.serial')} ${info?.Serial ?? ''}`,
          `${info?.firmwareVersion} ${info?.buildId}`,
          `SHA-256 ${sha256}`,
        ]}
        at={at}
        signatures={[t('report.signedBy', { name })]}
      >
        <table>
          <tbody>
            {steps.map((step) => (
              <tr key={step.name}>
                <th scope="row">{deviceText(step.name)}</th>
                <td>{verdictText(step)}</td>
                <td>
                  <bdi>{step.measured}</bdi> <bdi>{whyText(step)}</bdi>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </PrintSheet>
    </>
  );
}
