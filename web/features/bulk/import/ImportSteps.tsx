import { t } from '../../../lib/i18n.ts';
import { Icon } from '../../../ui/Icon.tsx';
import type { Stage } from '../job.ts';

/** The way through the page, and where on it one is. */
export function ImportSteps({ stages, now }: { stages: readonly Stage[]; now: Stage }) {
  const at = stages.indexOf(now);
  return (
    <ol className="bulk-steps" aria-label={t('bulk.steps')}>
      {stages.map((stage, index) => (
        <li
          key={stage}
          className={index < at ? 'bulk-step bulk-step-done' : 'bulk-step'}
          aria-current={index === at ? 'step' : undefined}
        >
          <span className="bulk-step-mark" aria-hidden="true">
            {index < at ? <Icon name="check" size={14} /> : index + 1}
          </span>
          <span className="bulk-step-word">{t(`bulk.stage.${stage}`)}</span>
          {index < at && <span className="visually-hidden">{t('bulk.stageDone')}</span>}
        </li>
      ))}
    </ol>
  );
}
