import { t } from '../../lib/i18n.ts';
import { percentOf } from '../../lib/percent.ts';
import { sizeText } from '../../lib/sizeText.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Progress } from '../../ui/Progress.tsx';
import { STAGES, type Stage } from './view.ts';

export interface StagesProps {
  /** Current stage. */
  at: Stage | undefined;
  /** Bytes of the file that were received. */
  received: number;
  total: number;
  /** Progress of the installer, in percent. */
  done: number;
}

/** Stages of an update: completed ones, the current one with its progress, and later ones. */
export function Stages({ at, received, total, done }: StagesProps) {
  const now = at === undefined ? -1 : STAGES.indexOf(at);
  return (
    <ol className="upgrade-stages" aria-label={t('upgrade.stages')}>
      {STAGES.map((stage, index) => (
        <li key={stage} data-done={index < now ? '' : undefined} aria-current={index === now ? 'step' : undefined}>
          <span className="upgrade-mark" aria-hidden="true">
            {index < now ? <Icon name="check" size={14} /> : index + 1}
          </span>
          {index === now ? (
            <Going stage={stage} received={received} total={total} done={done} />
          ) : (
            <span>
              {t(`upgrade.stage.${stage}`)}
              {index < now && <span className="visually-hidden">{t('bulk.stageDone')}</span>}
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}

function Going({ stage, received, total, done }: Omit<StagesProps, 'at'> & { stage: Stage }) {
  const label = t(`upgrade.stage.${stage}`);
  if (stage === 'send') {
    const figures = t('restore.figures', { size: sizeText(received), whole: sizeText(total) });
    return <Progress label={label} at={received} of={total} figures={figures} />;
  }
  if (stage === 'check') {
    return <Progress label={label} at={done} of={100} figures={t('ui.percent', { percent: percentOf(done, 100) })} />;
  }
  return <Progress label={label} at={undefined} of={0} />;
}
