import { type UpgradeStateReply, upgradeStart } from '@gen/upgrade.ts';
import { useEffect, useRef, useState } from 'react';
import { t } from '../../lib/i18n.ts';
import { problemText } from '../../lib/problem.ts';
import { isRefusal } from '../../lib/refusal.ts';
import { sizeText } from '../../lib/sizeText.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { confirm } from '../../ui/confirm.ts';
import { FileDrop } from '../../ui/FileDrop.tsx';
import { Lines } from '../../ui/Lines.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { BundleFacts, Versions } from './BundleFacts.tsx';
import { Stages } from './Stages.tsx';
import { lookAgain } from './state.ts';
import { cancel, isFile, LARGEST, offer, sendBundle, useChosen, useSending } from './upload.ts';
import { stageOf, type View, viewOf } from './view.ts';

/** A bundle: selection, check, start and progress. */
export function BundleCard({ state, mayWrite }: { state: UpgradeStateReply; mayWrite: boolean }) {
  const chosen = useChosen();
  const sending = useSending();
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState('');
  const file = chosen?.file;
  const view = viewOf(state, { sends: sending !== null, has: file !== undefined && isFile(state, file) });
  const body = useFocusOn(view);
  const problem = sending?.problem;
  const run = async (act: () => Promise<unknown>) => {
    setBusy(true);
    setRefused('');
    await act().catch((error: unknown) => setRefused(problemText(error)));
    setBusy(false);
  };
  const begin = async () => {
    if (file === undefined || !(await askToUpgrade(state))) return;
    await run(async () => {
      await upgradeStart({}, { handles: isRefusal });
      void sendBundle(file);
    }).finally(() => void lookAgain().catch(() => undefined));
  };
  const end = async () => {
    if (view === 'foreign' && !(await askToEnd(state.holder))) return;
    await run(cancel);
  };
  const buttons = mayWrite && !TOO_LATE.includes(view) && view !== 'choose' && (
    <>
      <Button disabled={busy} onClick={() => void end()}>
        {t('ui.cancel')}
      </Button>
      {view === 'offered' && !isOlder(state) && (
        <Button tone="primary" icon="upload" busy={busy} onClick={() => void begin()}>
          {t('upgrade.action')}
        </Button>
      )}
      {view === 'sending' && problem !== undefined && file !== undefined && (
        <Button tone="primary" icon="refresh" onClick={() => void sendBundle(file)}>
          {t('restore.goOn')}
        </Button>
      )}
    </>
  );
  const received = sending?.received ?? state.received;
  return (
    <div ref={body} tabIndex={-1} className="upgrade-body">
      <Card title={t('upgrade.file')} help={t('upgrade.fileHelp')} footer={buttons || undefined}>
        {view === 'choose' && mayWrite && <Choose judging={chosen?.judging} problem={chosen?.problem} />}
        {view === 'offered' && <BundleFacts state={state} />}
        {stageOf(view) && view !== 'trial' && <Versions from={state.version} to={state.bundle.version} />}
        {stageOf(view) && <Stages at={stageOf(view)} received={received} total={state.total} done={state.done} />}
        {view === 'resume' && mayWrite && <Resume state={state} />}
        {view === 'foreign' && <p>{t('upgrade.foreign', { name: state.holder })}</p>}
        {view === 'sending' && problem === undefined && <p className="muted">{t('upgrade.stay')}</p>}
        <div className="upgrade-said" role="alert">
          {view === 'sending' && problem !== undefined && (
            <Notice tone="no" title={t('restore.sendFailed')}>
              <Lines text={problemText(problem)} />
            </Notice>
          )}
          {refused !== '' && (
            <Notice tone="no">
              <Lines text={refused} />
            </Notice>
          )}
        </div>
      </Card>
    </div>
  );
}

/** The update can no longer be cancelled. */
const TOO_LATE: readonly View[] = ['switching', 'trial'];

const isOlder = ({ bundle }: UpgradeStateReply): boolean => bundle.older || bundle.earlier;

const wrong = ({ size }: File): string | undefined =>
  size === 0 ? t('restore.empty') : size > LARGEST ? t('error.10101') : undefined;

function Choose({ judging, problem }: { judging: boolean | undefined; problem: unknown }) {
  return (
    <FileDrop
      text={t('upgrade.drop')}
      choose={t('restore.choose')}
      wrong={wrong}
      disabled={judging}
      error={problem === undefined ? undefined : problemText(problem)}
      hint={judging && t('upgrade.judging')}
      onFile={(file) => void offer(file)}
    />
  );
}

/** The browser does not keep a file over a reload. */
function Resume({ state }: { state: UpgradeStateReply }) {
  const { name, received, total } = state;
  return (
    <FileDrop
      text={t('upgrade.drop')}
      choose={t('restore.choose')}
      wrong={(file) => (isFile(state, file) ? undefined : t('bulk.otherFile', { name }))}
      hint={t('restore.resume', { name, received: sizeText(received), total: sizeText(total) })}
      onFile={(file) => void sendBundle(file)}
    />
  );
}

function askToUpgrade({ bundle }: UpgradeStateReply): Promise<boolean> {
  return confirm({
    title: t('upgrade.askTitle', { version: bundle.version }),
    body: (
      <ul className="plain-list">
        <li>{t('upgrade.askWrite')}</li>
        <li>{t('upgrade.askRestart')}</li>
        <li>{t('upgrade.askBack')}</li>
        <li>{t('restart.sessions')}</li>
      </ul>
    ),
    action: t('upgrade.action'),
  });
}

function askToEnd(name: string): Promise<boolean> {
  return confirm({
    title: t('upgrade.endTitle', { name }),
    body: t('upgrade.endText'),
    action: t('upgrade.end'),
    danger: true,
  });
}

/** The pressed button disappears with its step: the focus moves to the content that replaces it. */
function useFocusOn(view: View) {
  const body = useRef<HTMLDivElement>(null);
  const before = useRef(view);
  useEffect(() => {
    const lost = document.activeElement === null || document.activeElement === document.body;
    if (before.current !== view && lost) body.current?.focus({ preventScroll: true });
    before.current = view;
  }, [view]);
  return body;
}
