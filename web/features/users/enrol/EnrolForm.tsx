import type { Credential, EnrolFactor, ModuleState, RegfpRequest, User } from '@gen/contract.ts';
import { useCallback, useState } from 'react';
import { cardText } from '../../../lib/cardText.ts';
import { useFitted } from '../../../lib/device.ts';
import { t } from '../../../lib/i18n.ts';
import { problemText } from '../../../lib/problem.ts';
import { CARDS_MAX, cardsOf } from '../../../lib/userCards.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { WhoseForm } from '../WhoseForm.tsx';
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
  /** Called when the user may have changed. */
  onChange: () => void;
}

export function EnrolForm({ user, mayWrite, onChange }: EnrolFormProps) {
  const { userid } = user;
  const held = useCredentials(userid);
  const { refresh } = held;
  const [open, setOpen] = useState(false);
  const [asked, setAsked] = useState<Omit<RegfpRequest, 'userid'>>();
  const ended = useCallback(() => {
    refresh();
    onChange();
  }, [refresh, onChange]);
  const { now, busy, start, sendFace, cancel } = useEnrolment(ended);
  const mine = now !== undefined && now.userid === userid && now.own;
  /* If it were opened before the start, the dialog would show the result of the last enrolment. */
  const begin = async (request: Omit<RegfpRequest, 'userid'>) => {
    if (!(await start({ userid, ...request }))) return;
    setAsked(request);
    setOpen(true);
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
          onAgain={() =>
            void begin({
              factor: now.factor,
              index: now.index,
              duress: now.duress,
              ...(now.factor === 'card' && asked?.another === true && { another: true }),
            })
          }
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

/** Why enrolment is not possible now, or that the module is not in sync yet. */
function ModuleNotice({ module }: { module: ModuleState }) {
  if (!module.online) return <Notice tone="warn">{t('enrol.offline')}</Notice>;
  if (module.count >= module.capacity) return <Notice tone="warn">{t('enrol.full', { count: module.count })}</Notice>;
  if (!module.whole)
    return <Notice tone="info">{t('enrol.filling', { done: module.done, total: module.total })}</Notice>;
  return null;
}

function CardCard({ user, place }: { user: User; place: Place }) {
  const hasReader = useFitted('reader');
  const cards = cardsOf(user);
  const start = (text: string, request: Omit<RegfpRequest, 'userid'>) => (
    <Button icon="card" disabled={!place.mayEnrol} busy={place.busy} onClick={() => place.onStart(request)}>
      {text}
    </Button>
  );
  return (
    <Card title={t('enum.Factor.card')} help={t('enrol.cardHelp')}>
      <div className="enrol-place">
        {cards.length === 0 && <Tag tone="neutral">{t('enrol.cardNone')}</Tag>}
        {cards.map((card) => (
          <Tag key={card} tone="ok" icon="check">
            <bdi dir="ltr">{cardText(card)}</bdi>
          </Tag>
        ))}
        {place.mayWrite && hasReader && (
          <div className="enrol-acts">
            {cards.length > 0 &&
              cards.length < CARDS_MAX &&
              start(t('enrol.cardAnother'), { factor: 'card', another: true })}
            {start(cards.length === 0 ? t('enrol.cardStart') : t('enrol.cardFirst'), { factor: 'card' })}
          </div>
        )}
      </div>
    </Card>
  );
}
