import { type BulkStateReply, bulkStart } from '@gen/bulk.ts';
import { useId, useState } from 'react';
import { t } from '../../lib/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { ChoiceCard } from '../../ui/ChoiceCard.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { toWrite } from './job.ts';
import { act } from './useBulk.ts';

/** How it is written, and the button that does it: the good ones, or all or none. */
export function WriteChoice({ state }: { state: BulkStateReply }) {
  const name = useId();
  const [whole, setWhole] = useState(false);
  const [busy, setBusy] = useState(false);
  const count = toWrite(state);
  const isWhole = whole && state.bad === 0;
  const start = async () => {
    setBusy(true);
    await act(() => bulkStart({ whole: isWhole }));
    setBusy(false);
  };
  if (count === 0) return <Notice tone="info">{t('bulk.nothing')}</Notice>;
  return (
    <>
      <fieldset className="choice-cards" aria-label={t('bulk.how')}>
        <ChoiceCard
          name={name}
          icon="check"
          label={state.bad > 0 ? t('bulk.goodOnes') : t('bulk.slices')}
          text={t('bulk.goodOnesText')}
          checked={!isWhole}
          onChoose={() => setWhole(false)}
        />
        <fieldset className="choice-cards" disabled={state.bad > 0} aria-describedby={`${name}-why`}>
          <ChoiceCard
            name={name}
            icon="allOf"
            label={t('bulk.whole')}
            text={t('bulk.wholeText')}
            checked={isWhole}
            onChoose={() => setWhole(true)}
          />
        </fieldset>
        {state.bad > 0 && (
          <p id={`${name}-why`} className="muted">
            {t('bulk.wholeBad', { count: state.bad })}
          </p>
        )}
      </fieldset>
      {state.raises && <Notice tone="warn">{t('bulk.raises')}</Notice>}
      <div className="bulk-actions">
        <Button tone="primary" icon="check" busy={busy} onClick={() => void start()}>
          {state.kind === 'photos' ? t('bulk.writePhotos', { count }) : t('bulk.writeUsers', { count })}
        </Button>
      </div>
    </>
  );
}
