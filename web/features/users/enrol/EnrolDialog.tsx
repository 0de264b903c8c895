import type { EnrolFactor } from '@gen/contract.ts';
import { Link } from 'react-router-dom';
import { formatNumber, t, textOf } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { editPath } from '../list/UserTable.tsx';
import { whatText } from './enrolWords.ts';
import { type EnrolStatus, isRunning } from './useEnrolment.ts';

export interface EnrolDialogProps {
  now: EnrolStatus;
  busy: boolean;
  onCancel: () => void;
  onAgain: () => void;
  /** After a finger: the one to enrol next, and the call that starts it. */
  next?: { readonly what: string; readonly onStart: () => void } | undefined;
  /** Closed: a running enrolment continues. */
  onClose: () => void;
}

const ICONS = { finger: 'finger', face: 'face', iris: 'eye', card: 'card' } as const satisfies Record<
  EnrolFactor,
  string
>;

/** Instructions for the person at the terminal, and the progress. */
export function EnrolDialog({ now, busy, onCancel, onAgain, next, onClose }: EnrolDialogProps) {
  const running = isRunning(now);
  return (
    <Dialog
      open
      title={t('enrol.dialogTitle', { what: whatText(now) })}
      onClose={onClose}
      footer={
        running ? (
          <>
            <Button busy={busy} onClick={onCancel}>
              {t('ui.cancel')}
            </Button>
            <Button tone="quiet" onClick={onClose}>
              {t('enrol.leave')}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>{t('ui.close')}</Button>
            {now.step === 'failed' && !now.picture && (
              <Button tone="primary" busy={busy} onClick={onAgain}>
                {t('enrol.tryAgain')}
              </Button>
            )}
            {now.step === 'done' && next && (
              <Button tone="primary" icon="finger" busy={busy} onClick={next.onStart}>
                {t('enrol.next', { what: next.what })}
              </Button>
            )}
          </>
        )
      }
    >
      <div className="enrol-step">
        <span className={`enrol-picture enrol-${now.step}`} aria-hidden="true">
          <Icon name={now.step === 'done' ? 'check' : now.step === 'failed' ? 'close' : ICONS[now.factor]} size={40} />
        </span>
        <p className="enrol-text" role="status">
          {stepText(now)}
        </p>
        {running && now.needed > 1 && <Presses now={now} />}
        {/* Not read out: it changes every second. */}
        {running && now.secondsLeft > 0 && (
          <p className="muted" aria-live="off">
            {t('enrol.timeLeft', { seconds: formatNumber(now.secondsLeft) })}
          </p>
        )}
        {running && now.quality > 0 && <Quality quality={now.quality} />}
      </div>
      {now.note !== 'none' && (
        <Notice tone={running ? 'warn' : 'no'}>
          {noteText(now.note, now)} {now.duplicate > 0 && <Whose userid={now.duplicate} />}
        </Notice>
      )}
    </Dialog>
  );
}

/** Advice for a picture: use another one; the advice for a finger does not apply to faces. */
function noteText(note: Exclude<EnrolStatus['note'], 'none'>, { picture, factor }: EnrolStatus): string {
  if (picture && (note === 'poor' || note === 'several' || note === 'noFace')) return t(`enrol.pictureNote.${note}`);
  return textOf(`enrol.note.${note}.${factor}`) ?? t(`enrol.note.${note}`);
}

function stepText({ step, factor, presses, picture }: EnrolStatus): string {
  if (step === 'done') return t('users.enrolled');
  if (step === 'failed' || step === 'idle') return t('enrol.failed');
  if (step === 'working') return picture ? t('enrol.pictureWorking') : t('enrol.working');
  if (factor === 'card') return t('enrol.card');
  if (step === 'lift') return t(`enrol.lift.${factor}`);
  return presses > 0 ? t(`enrol.more.${factor}`) : t(`enrol.present.${factor}`);
}

/** Progress: a dot for each press that counted. */
function Presses({ now }: { now: EnrolStatus }) {
  return (
    <p className="enrol-presses">
      {Array.from({ length: now.needed }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the dots are their numbers
        <span key={index} className={index < now.presses ? 'enrol-dot enrol-dot-on' : 'enrol-dot'} aria-hidden="true" />
      ))}
      <span>{t('enrol.presses', { presses: now.presses, needed: now.needed })}</span>
    </p>
  );
}

/** Quality as a number and a bar. */
export function Quality({ quality }: { quality: number }) {
  return (
    <div className="enrol-quality">
      <span>{t('enrol.quality', { quality })}</span>
      <div className="meter-bar" aria-hidden="true">
        <span style={{ inlineSize: `${quality}%` }} />
      </div>
    </div>
  );
}

function Whose({ userid }: { userid: number }) {
  return <Link to={editPath(userid)}>{t('enrol.user', { userid })}</Link>;
}
