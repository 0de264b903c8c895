import type { Credential, EnrolFactor, ModuleState, RegfpRequest, User } from '@gen/contract.ts';
import { useCallback, useState } from 'react';
import { useFitted } from '../../../lib/device.ts';
import { t } from '../../../lib/i18n.ts';
import { problemText } from '../../../lib/problem.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { WhoseForm } from '../WhoseForm.tsx';
import { cardText } from '../words.ts';
import { EnrolDialog } from './EnrolDialog.tsx';
import { EnrolPlace } from './EnrolPlace.tsx';
import type { Place } from './enrolPlaces.ts';
import { nextFinger, whatText } from './enrolWords.ts';
import { FacePictures } from './FacePictures.tsx';
import { Hands } from './Hands.tsx';
import { useCredentials } from './useCredentials.ts';
import { isRunning, useEnrolment } from './useEnrolment.ts';

export interface EnrolFormProps {
  user: User;
  mayWrite: boolean;
  /** Something of the user may have changed. */
  onChange: () => void;
}

export function EnrolForm({ user, mayWrite, onChange }: EnrolFormProps) {
  const { userid } = user;
  const held = useCredentials(userid);
  const { refresh } = held;
  const [open, setOpen] = useState(false);
  const ended = useCallback(() => {
    refresh();
    onChange();
  }, [refresh, onChange]);
  const { now, busy, start, sendFace, cancel } = useEnrolment(ended);
  const mine = now !== undefined && now.userid === userid && now.own;
  /* Opened before it is begun, the dialog would tell how the last one ended. */
  const begin = async (request: Omit<RegfpRequest, 'userid'>) => {
    if (await start({ userid, ...request })) setOpen(true);
  };
  const running = now !== undefined && isRunning(now);
  const fingers = held.credentials.filter(({ factor }) => factor === 'finger').map(({ index }) => index);
  const following = now?.factor === 'finger' ? nextFinger([...fingers, now.index]) : undefined;
  const onPicture = async (picture: Blob) => {
    await sendFace(userid, picture);
    setOpen(true);
  };
  const place = {
    mayEnrol: mayWrite && !running,
    mayWrite,
    busy,
    held,
    user,
    userid,
    onStart: (what: Omit<RegfpRequest, 'userid'>) => void begin(what),
    onPicture,
  };
  return (
    <div className="form-stack">
      <PageHeader title={t('page.fingerprint')} description={<WhoseForm user={user} photo />} />
      {!mayWrite && <Notice tone="info">{t('settings.readOnly')}</Notice>}
      {running && !(mine && open) && (
        <Running
          text={
            mine
              ? t('enrol.goesOn', { what: whatText(now) })
              : now.userid === 0
                ? t('initCard.others')
                : t('enrol.others', { who: now.holderName || now.holder, userid: now.userid })
          }
          onShow={mine ? () => setOpen(true) : undefined}
        />
      )}
      {held.error !== undefined && (
        <section className="card" aria-label={t('page.fingerprint')}>
          <ErrorState text={problemText(held.error)} onRetry={refresh} />
        </section>
      )}
      {held.modules
        .filter(({ fitted }) => fitted)
        .map((module) => (
          <ModuleCard key={module.factor} module={module} credentials={held.credentials} place={place} />
        ))}
      <CardCard user={user} place={place} />
      {open && mine && now.step !== 'idle' && (
        <EnrolDialog
          now={now}
          busy={busy}
          onCancel={() => void cancel()}
          onAgain={() => void begin({ factor: now.factor, index: now.index, duress: now.duress })}
          next={
            following === undefined
              ? undefined
              : {
                  what: whatText({ factor: 'finger', index: following }),
                  onStart: () => void begin({ factor: 'finger', index: following, duress: false }),
                }
          }
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}

function Running({ text, onShow }: { text: string; onShow: (() => void) | undefined }) {
  return (
    <Notice tone="info">
      {text}{' '}
      {onShow && (
        <Button size="small" onClick={onShow}>
          {t('enrol.show')}
        </Button>
      )}
    </Notice>
  );
}

interface ModuleCardProps {
  module: ModuleState;
  credentials: readonly Credential[];
  place: Place;
}

function ModuleCard({ module, credentials, place }: ModuleCardProps) {
  const [finger, setFinger] = useState(1);
  const { factor } = module;
  const find = (index: number) => credentials.find((one) => one.factor === factor && one.index === index);
  const ready = { ...place, mayEnrol: place.mayEnrol && module.online && module.count < module.capacity };
  const indexes = factor === 'finger' ? [finger] : factor === 'iris' ? [0, 1] : [0];
  return (
    <Card title={TITLES[factor]()} help={factor === 'finger' ? t('enrol.fingersHelp') : undefined}>
      <ModuleNotice module={module} />
      {factor === 'finger' && <Hands credentials={credentials} chosen={finger} onChoose={setFinger} />}
      {indexes.map((index) => (
        <EnrolPlace key={index} factor={factor} index={index} held={find(index)} place={ready} />
      ))}
      {factor === 'face' && place.mayWrite && <FacePictures place={ready} />}
    </Card>
  );
}

const TITLES: Record<EnrolFactor, () => string> = {
  finger: () => t('enrol.fingers'),
  face: () => t('enum.Factor.face'),
  iris: () => t('enum.Factor.iris'),
  card: () => t('enum.Factor.card'),
};

/** Why nothing can be enrolled now, or that the module does not know all yet. */
function ModuleNotice({ module }: { module: ModuleState }) {
  if (!module.online) return <Notice tone="warn">{t('enrol.offline')}</Notice>;
  if (module.count >= module.capacity) return <Notice tone="warn">{t('enrol.full', { count: module.count })}</Notice>;
  if (!module.whole)
    return <Notice tone="info">{t('enrol.filling', { done: module.done, total: module.total })}</Notice>;
  return null;
}

function CardCard({ user, place }: { user: User; place: Place }) {
  const hasReader = useFitted('reader');
  const has = user.cardno !== '0';
  return (
    <Card title={t('enum.Factor.card')} help={t('enrol.cardHelp')}>
      <div className="enrol-place">
        <Tag tone={has ? 'ok' : 'neutral'} icon={has ? 'check' : undefined}>
          {has ? <bdi dir="ltr">{cardText(user.cardno)}</bdi> : t('enrol.cardNone')}
        </Tag>
        {place.mayWrite && hasReader && (
          <Button
            icon="card"
            disabled={!place.mayEnrol}
            busy={place.busy}
            onClick={() => place.onStart({ factor: 'card' })}
          >
            {t('enrol.cardStart')}
          </Button>
        )}
      </div>
    </Card>
  );
}
