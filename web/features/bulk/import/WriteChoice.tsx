import { type BulkStateReply, bulkStart } from '@gen/bulk.ts';
import { useId, useState } from 'react';
import { t } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import { ChoiceCard } from '../../../ui/ChoiceCard.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { toWrite } from '../job.ts';
import { act } from '../useBulk.ts';

export interface Writing {
  readonly state: BulkStateReply;
  /** All or none. */
  readonly whole: boolean;
  readonly setWhole: (whole: boolean) => void;
  readonly busy: boolean;
  readonly start: () => Promise<void>;
}

/** How it will be written, for the choice and for the button, which may stand apart. */
export function useWriting(state: BulkStateReply): Writing {
  const [wanted, setWhole] = useState(false);
  const [busy, setBusy] = useState(false);
  const whole = wanted && state.bad === 0;
  const start = async () => {
    setBusy(true);
    await act(() => bulkStart({ whole }));
    setBusy(false);
  };
  return { state, whole, setWhole, busy, start };
}

/** The good ones, or all or none: each in a sentence. */
export function WriteChoice({ state, whole, setWhole }: Writing) {
  const name = useId();
  const { kind, bad } = state;
  if (toWrite(state) === 0) return <Notice tone="info">{t('bulk.nothing')}</Notice>;
  const good = kind === 'edit' ? t('bulk.possible') : t('bulk.goodOnes');
  return (
    <>
      <fieldset className="choice-cards" aria-label={t('bulk.how')}>
        <ChoiceCard
          name={name}
          icon="check"
          label={bad > 0 ? good : t('bulk.slices')}
          text={t('bulk.goodOnesText')}
          checked={!whole}
          onChoose={() => setWhole(false)}
        />
        <fieldset
          className="choice-cards"
          disabled={bad > 0}
          aria-label={t('bulk.whole')}
          aria-describedby={bad > 0 ? `${name}-why` : undefined}
        >
          <ChoiceCard
            name={name}
            icon="allOf"
            label={t('bulk.whole')}
            text={t('bulk.wholeText')}
            checked={whole}
            onChoose={() => setWhole(true)}
          />
        </fieldset>
        {bad > 0 && (
          <p id={`${name}-why`} className="muted">
            {kind === 'edit' ? t('bulk.wholeCannot', { count: bad }) : t('bulk.wholeBad', { count: bad })}
          </p>
        )}
      </fieldset>
      {state.raises && <Notice tone="warn">{t('bulk.raises')}</Notice>}
    </>
  );
}

function writeText(kind: BulkStateReply['kind'], count: number): string {
  if (kind === 'punches') return t('bulk.writePunches', { count });
  if (kind === 'roster') return t('bulk.writeRoster', { count });
  return kind === 'photos' ? t('bulk.writePhotos', { count }) : t('bulk.writeUsers', { count });
}

/** Does it, and says to how many. `disabled`: something comes before it. */
export function WriteButton({ state, busy, start, disabled = false }: Writing & { disabled?: boolean }) {
  const count = toWrite(state);
  if (count === 0) return null;
  return (
    <Button tone="primary" icon="check" busy={busy} disabled={disabled} onClick={() => void start()}>
      {writeText(state.kind, count)}
    </Button>
  );
}
