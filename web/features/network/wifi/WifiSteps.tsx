import type { WifiPhase } from '@gen/network.ts';
import { t } from '../../../lib/i18n.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import { stateOfStep, steps } from './wifiProgress.ts';

/** Steps of joining a Wi-Fi network, as reported by the radio. */
export function WifiSteps({ phase }: { phase: WifiPhase }) {
  return (
    <>
      <div role="status">
        <VisuallyHidden>{t(`wifi.phase.${phase}`)}</VisuallyHidden>
      </div>
      <ol className="steps" aria-label={t('wifi.progress')}>
        {steps.map((step) => {
          const state = stateOfStep(step, phase);
          return (
            <li key={step} className={`step step-${state}`} aria-current={state === 'now' ? 'step' : undefined}>
              <span className="step-mark" aria-hidden="true">
                {state === 'done' && <Icon name="check" size={14} />}
                {state === 'now' && <span className="button-spinner" />}
              </span>
              <span>{t(`wifi.step.${step}`)}</span>
              <span className="visually-hidden">{t(`wifi.stepState.${state}`)}</span>
            </li>
          );
        })}
      </ol>
    </>
  );
}
