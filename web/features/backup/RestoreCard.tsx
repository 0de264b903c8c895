import { type RestoreLookReply, type RestoreStateReply, type RestoreStep, restoreCancel } from '@gen/backup.ts';
import { ErrorCode } from '@gen/errors.ts';
import { useState } from 'react';
import { errorLines, formatMoment, t } from '../../lib/i18n.ts';
import { problemText } from '../../lib/problem.ts';
import type { Sending } from '../../lib/sending.ts';
import { sizeText } from '../../lib/sizeText.ts';
import { Apart } from '../../ui/Apart.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { FileDrop } from '../../ui/FileDrop.tsx';
import { Lines } from '../../ui/Lines.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Progress } from '../../ui/Progress.tsx';
import { OpenDialog } from './OpenDialog.tsx';
import { Problem } from './Problem.tsx';
import { StartDialog } from './StartDialog.tsx';
import { useRestoreState } from './state.ts';
import { forgetSending, LARGEST, resumeAt, sendBackup, useSending } from './upload.ts';
import { useRestarting } from './useRestarting.ts';

interface Opened {
  readonly look: RestoreLookReply;
  readonly passphrase: string;
}

/** Restore: a backup is uploaded, opened, reviewed, and replaces the current data. For admin. */
export function RestoreCard() {
  const [step, setStep] = useState<'none' | 'open' | Opened>('none');
  const sending = useSending();
  const { data, error, mutate } = useRestoreState();
  useRestarting(data?.step, error);
  const refresh = () => mutate();
  const read = () => void refresh();
  const drop = async () => {
    forgetSending();
    /* Nothing may have arrived yet. */
    await restoreCancel({ handles: ({ code }) => code === ErrorCode.restoreNotReady }).catch(() => undefined);
    read();
  };
  const isHere = data?.step === 'uploaded' && !sending;
  const footer = sending ? (
    <SendingButtons sending={sending} refresh={refresh} onDrop={() => void drop()} />
  ) : (
    <StepButtons step={data?.step} onDrop={() => void drop()} onOpen={() => setStep('open')} />
  );
  return (
    <>
      <Card
        title={t('restore.title')}
        help={t('restore.help')}
        footer={sending || hasButtons(data?.step) ? footer : undefined}
      >
        {data && <Outcome state={data} />}
        {sending && <SendingNow sending={sending} />}
        {isHere && <p>{t('restore.here', { name: data.name, size: sizeText(data.total) })}</p>}
        {data?.step === 'checking' && <Checking state={data} />}
        {data && !sending && takesFile(data) && <Choose state={data} refresh={refresh} />}
        {!data && error !== undefined && <ErrorState text={problemText(error)} onRetry={read} />}
      </Card>
      <Apart>
        {step === 'open' && (
          <OpenDialog
            onOpened={(look, passphrase) => setStep({ look, passphrase })}
            onClose={() => {
              setStep('none');
              read();
            }}
          />
        )}
        {typeof step === 'object' && (
          <StartDialog
            {...step}
            onClose={() => {
              setStep('none');
              read();
            }}
          />
        )}
      </Apart>
    </>
  );
}

const hasButtons = (step: RestoreStep | undefined): boolean =>
  step === 'uploading' || step === 'uploaded' || step === 'checking';

interface StepButtonsProps {
  step: RestoreStep | undefined;
  onDrop: () => void;
  onOpen: () => void;
}

/** Actions for the uploaded file. */
function StepButtons({ step, onDrop, onOpen }: StepButtonsProps) {
  return (
    <>
      <Button onClick={onDrop}>{step === 'checking' ? t('ui.cancel') : t('restore.discard')}</Button>
      {step === 'uploaded' && (
        <Button tone="primary" icon="lockOpen" onClick={onOpen}>
          {t('restore.open')}
        </Button>
      )}
    </>
  );
}

const takesFile = ({ step }: RestoreStateReply): boolean =>
  step !== 'uploaded' && step !== 'checking' && step !== 'restarting';

/** The file to upload; an interrupted upload is resumed. */
function Choose({ state, refresh }: { state: RestoreStateReply; refresh: () => Promise<unknown> }) {
  const { step, own, name, received, total } = state;
  return (
    <FileDrop
      text={t('restore.drop')}
      choose={t('restore.choose')}
      wrong={({ size }) => (size === 0 ? t('restore.empty') : size > LARGEST ? t('restore.tooLarge') : undefined)}
      hint={
        step === 'uploading' && own && received > 0
          ? t('restore.resume', { name, received: sizeText(received), total: sizeText(total) })
          : undefined
      }
      onFile={(file) => void sendBackup(file, resumeAt(file, state), refresh)}
    />
  );
}

function SendingNow({ sending: { file, received, problem } }: { sending: Sending }) {
  return (
    <>
      <Progress
        label={t('restore.sending', { name: file.name })}
        at={received}
        of={file.size}
        figures={t('restore.figures', { size: sizeText(received), whole: sizeText(file.size) })}
      />
      <Problem title={t('restore.sendFailed')} text={problem === undefined ? '' : problemText(problem)} />
    </>
  );
}

interface SendingButtonsProps {
  sending: Sending;
  refresh: () => Promise<unknown>;
  onDrop: () => void;
}

function SendingButtons({ sending, refresh, onDrop }: SendingButtonsProps) {
  const { file, problem } = sending;
  return (
    <>
      <Button onClick={onDrop}>{t('ui.cancel')}</Button>
      {problem !== undefined && (
        <Button tone="primary" icon="refresh" onClick={() => void sendBackup(file, undefined, refresh)}>
          {t('restore.goOn')}
        </Button>
      )}
    </>
  );
}

/** Result of the last restore. */
function Outcome({ state: { step, code, restoredFrom, restoredMade } }: { state: RestoreStateReply }) {
  return (
    <div className="backup-said" role="status">
      {step === 'failed' && (
        <Notice tone="no" title={t('restore.failed')}>
          <Lines text={errorLines(code)} />
        </Notice>
      )}
      {step === 'restored' && (
        <Notice tone="ok">{t('restore.restored', { serial: restoredFrom, time: formatMoment(restoredMade) })}</Notice>
      )}
      {step === 'restarting' && <Notice tone="info">{t('restore.restarting')}</Notice>}
    </div>
  );
}

function Checking({ state: { done, total } }: { state: RestoreStateReply }) {
  return (
    <>
      <Progress
        label={t('restore.checking')}
        at={done}
        of={total}
        figures={t('restore.figures', { size: sizeText(done), whole: sizeText(total) })}
      />
      <p className="muted">{t('restore.stillUnchanged')}</p>
    </>
  );
}
