import type { ProductionStateReply, ProductionStep } from '@gen/engineer.ts';
import { t, textOf } from '../../lib/i18n.ts';
import { Tag } from '../../ui/Tag.tsx';

export const deviceText = (name: string): string =>
  textOf(`system.driver.${name}`) ?? (name === 'storage' ? t('system.storage') : name);

export const verdictText = ({ verdict }: ProductionStep): string =>
  verdict === 'waiting' ? '–' : t(verdict === 'passed' ? 'system.storage.good' : 'ui.failed');

/** Why a device failed, beside its measured values. */
export function whyText({ why, reason }: ProductionStep): string {
  switch (why) {
    case 'silent':
      return t('system.doesNotAnswer');
    case 'timeout':
      return t('enrol.note.timeout');
    case 'no':
      return t('production.no');
    case 'skipped':
      return reason;
    case 'ended':
      return t('enrol.note.cancelled');
    default:
      return '';
  }
}

/** Each device with its result. */
export function ProductionSteps({ state: { steps, at } }: { state: ProductionStateReply }) {
  return (
    <ol className="production-steps">
      {steps.map((step) => (
        <li key={step.name} aria-current={step.name === at ? 'step' : undefined}>
          <strong>{deviceText(step.name)}</strong>
          <span className="muted">
            <bdi>{step.measured}</bdi> <bdi>{whyText(step)}</bdi>
          </span>
          <Verdict step={step} isOn={step.name === at} />
        </li>
      ))}
    </ol>
  );
}

function Verdict({ step, isOn }: { step: ProductionStep; isOn: boolean }) {
  if (isOn) return <span className="button-spinner" aria-hidden="true" />;
  const { verdict } = step;
  return verdict === 'waiting' ? (
    <span>{verdictText(step)}</span>
  ) : (
    <Tag tone={verdict === 'passed' ? 'ok' : 'no'} icon={verdict === 'passed' ? 'check' : 'alert'}>
      {verdictText(step)}
    </Tag>
  );
}
