import type { InitCardStatusReply } from '@gen/machine.ts';
import { useState } from 'react';
import { t } from '../../lib/i18n.ts';
import { usePower } from '../../lib/power.ts';
import { problemText } from '../../lib/problem.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { confirm } from '../../ui/confirm.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { type InitCard, useInitCard } from './useInitCard.ts';

/** Time the terminal waits for the card. */
const WAIT_SECONDS = 60;

/** The initial card, which replaces the ID in the menu at the keypad. */
export function InitCardPage() {
  const card = useInitCard();
  const { now, error, refresh } = card;
  const power = usePower('advSetting');
  return (
    <div className="form-page">
      <PageHeader title={t('page.initCard')} description={t('initCard.intro')} />
      {power && !power.write && <Notice tone="info">{t('settings.readOnly')}</Notice>}
      {now === undefined && error !== undefined && (
        <section className="card" aria-label={t('page.initCard')}>
          <ErrorState text={problemText(error)} onRetry={refresh} />
        </section>
      )}
      {now === undefined && error === undefined && <Skeleton lines={4} />}
      {now !== undefined && <CardOf card={card} now={now} mayWrite={power?.write === true} />}
    </div>
  );
}

function CardOf({ card, now, mayWrite }: { card: InitCard; now: InitCardStatusReply; mayWrite: boolean }) {
  const [asked, setAsked] = useState(false);
  const waits = now.step === 'present';
  const ask = async (): Promise<void> => {
    const sure =
      !now.written ||
      (await confirm({
        title: t('initCard.replaceTitle'),
        body: t('initCard.replaceText'),
        action: t('initCard.replace'),
        danger: true,
      }));
    if (!sure) return;
    setAsked(true);
    await card.start(now.written);
  };
  const { busy } = card;
  return (
    <Card
      title={t('initCard.title')}
      footer={
        waits ? (
          <Button busy={busy} disabled={!mayWrite} onClick={() => void card.cancel()}>
            {t('ui.cancel')}
          </Button>
        ) : (
          <Button tone="primary" icon="card" busy={busy} disabled={!mayWrite} onClick={() => void ask()}>
            {now.written ? t('initCard.replace') : t('initCard.write')}
          </Button>
        )
      }
    >
      <p>{t('initCard.what')}</p>
      <p>{t('initCard.whose')}</p>
      <p>
        <strong>{stateText(now)}</strong>
      </p>
      <div className="form-stack" role="status">
        {waits && <Waiting now={now} />}
        {asked && now.own && now.step === 'done' && <Notice tone="ok">{t('initCard.done')}</Notice>}
        {asked && now.own && now.step === 'failed' && (
          <Notice tone="no" title={t('initCard.failed')}>
            {now.note !== 'none' && t(`enrol.note.${now.note}`)}
          </Notice>
        )}
      </div>
    </Card>
  );
}

function stateText({ written, userid }: InitCardStatusReply): string {
  if (!written) return t('initCard.none');
  return userid === 0 ? t('initCard.ofMenu') : t('initCard.ofUser', { userid });
}

/** Instructions at the terminal, and the remaining time. */
function Waiting({ now }: { now: InitCardStatusReply }) {
  const taken = now.note === 'duplicate';
  return (
    <>
      <Notice tone="info" title={now.own ? t('initCard.present') : t('initCard.others')} />
      {taken && <Notice tone="warn">{t('initCard.taken', { userid: now.duplicate })}</Notice>}
      {now.note === 'random' && <Notice tone="warn">{t('enrol.note.random')}</Notice>}
      {/* The countdown is not read out. */}
      <p aria-live="off">{t('initCard.left', { seconds: now.secondsLeft })}</p>
      <div className="meter-bar" aria-hidden="true">
        <span style={{ inlineSize: `${Math.min(1, now.secondsLeft / WAIT_SECONDS) * 100}%` }} />
      </div>
    </>
  );
}
