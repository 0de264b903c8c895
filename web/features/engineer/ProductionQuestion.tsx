import {
  type ProductionAnswer,
  type ProductionStateReply,
  productionAnswer,
  productionAnswerLimits,
} from '@gen/engineer.ts';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { t } from '../../lib/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { deviceText } from './ProductionSteps.tsx';

interface ProductionQuestionProps {
  state: ProductionStateReply;
  look: () => Promise<void>;
}

/** The instruction for the device under test. */
export function ProductionQuestion({ state, look }: ProductionQuestionProps) {
  const { at, ask, secondsLeft } = state;
  const [busy, setBusy] = useState(false);
  const [reason, setReason] = useState('');
  const answer = async (said: ProductionAnswer) => {
    setBusy(true);
    /* Errors are shown automatically. */
    await productionAnswer({ name: at, answer: said, ...(said === 'skip' ? { reason: reason.trim() } : {}) })
      .then(() => setReason(''))
      .catch(() => undefined);
    await look();
    setBusy(false);
  };
  const skip = (event: FormEvent) => {
    event.preventDefault();
    void answer('skip');
  };
  /* A run starts scrolled to the result of the last one, further down. */
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  const isAsked = ask === 'seen' || ask === 'heard' || ask === 'moved';
  return (
    <div className="production-question" ref={box} tabIndex={-1}>
      <div role="status">
        <p>{deviceText(at)}</p>
        <p className="production-ask">{askText(state)}</p>
      </div>
      <p className="muted">{t('initCard.left', { seconds: secondsLeft })}</p>
      <div className="button-row">
        {isAsked && (
          <>
            <Button tone="primary" busy={busy} onClick={() => void answer('yes')}>
              {t('production.yes')}
            </Button>
            <Button busy={busy} onClick={() => void answer('no')}>
              {t('production.no')}
            </Button>
          </>
        )}
        {(isAsked || ask === 'relay') && (
          <Button
            tone={isAsked ? 'plain' : 'primary'}
            busy={busy}
            icon={isAsked ? 'refresh' : undefined}
            onClick={() => void answer('again')}
          >
            {isAsked ? t('ui.retry') : t('access.command.open')}
          </Button>
        )}
      </div>
      <form className="production-skip" onSubmit={skip}>
        <TextField
          label={t('access.reason')}
          name="reason"
          value={reason}
          maxLength={productionAnswerLimits.reason.max}
          onChange={setReason}
        />
        <Button type="submit" tone="quiet" busy={busy} disabled={reason.trim() === ''}>
          {t('bulk.existing.skip')}
        </Button>
      </form>
    </div>
  );
}

function askText({ ask, shown }: ProductionStateReply): string {
  switch (ask) {
    case 'card':
      return t('enrol.card');
    case 'finger':
    case 'face':
    case 'iris':
      return t(`enrol.present.${ask}`);
    case 'keys':
    case 'seen':
      return t(`production.${ask}`, { shown });
    case 'heard':
    case 'moved':
      return t(`production.${ask}`);
    case 'relay':
      return t('access.ask.open');
    default:
      return t('enrol.working');
  }
}
