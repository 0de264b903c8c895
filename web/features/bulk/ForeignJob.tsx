import type { BulkStateReply } from '@gen/bulk.ts';
import { t } from '../../lib/i18n.ts';
import { sizeText } from '../../lib/sizeText.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { confirm } from '../../ui/confirm.ts';
import { Progress } from '../../ui/Progress.tsx';
import { isMoving } from './job.ts';
import { endForeign } from './useBulk.ts';
import { holderText, rowsText } from './words.ts';

/** Somebody else does it: who, what, how far, and what can be done about it. */
export function ForeignJob({ state, onAnew }: { state: BulkStateReply; onAnew: () => void }) {
  const who = holderText(state);
  const end = () =>
    confirm({
      title: t('bulk.endTitle', { who }),
      body: <p>{t('bulk.endText')}</p>,
      action: t('bulk.end'),
      danger: true,
      run: endForeign,
    });
  return (
    <Card title={t('bulk.foreignTitle', { who })} help={t(`bulk.kind.${state.kind}`)}>
      {state.name !== '' && (
        <p>
          <bdi>{state.name}</bdi>
        </p>
      )}
      <HowFar state={state} />
      <p className="muted">{state.cancellable ? t('bulk.foreignEnd') : t('bulk.foreignWait')}</p>
      {!isMoving(state) && <p className="muted">{t('bulk.foreignIdle')}</p>}
      <div className="bulk-actions">
        {!isMoving(state) && (
          <Button icon="file" onClick={onAnew}>
            {t('bulk.choose')}
          </Button>
        )}
        {state.cancellable && (
          <Button tone="danger" onClick={() => void end()}>
            {t('bulk.end')}
          </Button>
        )}
      </div>
    </Card>
  );
}

function HowFar({ state }: { state: BulkStateReply }) {
  const label = t(`bulk.step.${state.step}`);
  if (state.step === 'uploading') {
    const { received, total } = state;
    const text = t('bulk.sizeOf', { at: sizeText(received), of: sizeText(total) });
    return <Progress label={label} at={received} of={total} figures={text} />;
  }
  if (!isMoving(state)) return <p>{label}</p>;
  return <Progress label={label} at={state.at} of={state.rows} figures={rowsText(state, state.kind)} />;
}
