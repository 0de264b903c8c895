import type { BackupStateReply } from '@gen/backup.ts';
import { useEffect, useState } from 'react';
import { useSlow } from '../../lib/delay.ts';
import { formatNumber, t } from '../../lib/i18n.ts';
import { problemText } from '../../lib/problem.ts';
import { sizeText } from '../../lib/sizeText.ts';
import { Apart } from '../../ui/Apart.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { FactList } from '../../ui/FactList.tsx';
import { Lines } from '../../ui/Lines.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Progress } from '../../ui/Progress.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { BackupDialog } from './BackupDialog.tsx';
import { type BackupRun, useBackupEnd, useBackupRun } from './backupRun.ts';
import { useBackupState } from './state.ts';

/** Contents of a backup, and a button to make one. */
export function NowCard({ isAdmin }: { isAdmin: boolean }) {
  const { data, error, mutate } = useBackupState();
  const [asking, setAsking] = useState(false);
  const run = useBackupRun();
  const slow = useSlow(data === undefined && error === undefined);
  const isOwn = useOwnTail(run !== null, mutate);
  const footer = isAdmin && data && (
    <Button tone="primary" icon="download" disabled={run !== null || data.making} onClick={() => setAsking(true)}>
      {t('backup.action')}
    </Button>
  );
  return (
    <>
      <Card title={t('backup.now')} help={t('backup.nowHelp')} footer={run ? <Cancel run={run} /> : footer}>
        {data && <FactList small facts={factsOf(data)} />}
        {!data && error !== undefined && <ErrorState text={problemText(error)} onRetry={() => void mutate()} />}
        {slow && <Skeleton lines={2} />}
        {run && !asking && <Running run={run} />}
        {!run && !isOwn && data?.making && (
          <Progress label={t('backup.otherRuns')} at={data.done} of={100} figures={percent(data.done)} />
        )}
        {!run && <Ended />}
        {!isAdmin && <Notice tone="info">{t('backup.adminOnly')}</Notice>}
      </Card>
      <Apart>
        {asking && data && (
          <BackupDialog
            state={data}
            onClose={() => {
              setAsking(false);
              void mutate();
            }}
          />
        )}
      </Apart>
    </>
  );
}

/** After a backup of this tab the state is read again: until then "one is being made" was about that one. */
function useOwnTail(runs: boolean, refresh: () => Promise<unknown>): boolean {
  const [isOwn, setIsOwn] = useState(runs);
  if (runs && !isOwn) setIsOwn(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it has ended
  useEffect(() => {
    if (runs || !isOwn) return;
    void refresh()
      .catch(() => undefined)
      .then(() => setIsOwn(false));
  }, [runs]);
  return isOwn;
}

const percent = (done: number): string => t('ui.percent', { percent: done });

function factsOf(state: BackupStateReply) {
  const { users, records, photos, photoOctets, databaseOctets } = state;
  return [
    { label: t('backup.users'), value: formatNumber(users) },
    { label: t('backup.records'), value: formatNumber(records) },
    {
      label: t('backup.photos'),
      value: photos === 0 ? t('settings.none') : `${formatNumber(photos)} (${sizeText(photoOctets)})`,
    },
    { label: t('backup.size'), value: t('backup.about', { size: sizeText(databaseOctets + photoOctets) }) },
  ];
}

function Cancel({ run }: { run: BackupRun }) {
  return <Button onClick={run.cancel}>{t('ui.cancel')}</Button>;
}

/** The terminal first copies its database, then it sends the file. */
function Running({ run: { copied, octets, whole } }: { run: BackupRun }) {
  const figures =
    octets === 0
      ? copied !== undefined && percent(copied)
      : t('backup.soFar', { size: sizeText(octets), whole: sizeText(Math.max(whole, octets)) });
  return (
    <>
      {octets === 0 ? (
        <Progress
          label={copied === undefined ? t('backup.waiting') : t('backup.copying')}
          at={copied}
          of={100}
          figures={figures}
        />
      ) : (
        <Progress label={t('backup.coming')} at={octets} of={Math.max(whole, octets)} figures={figures} />
      )}
      <p className="muted">{t('backup.stay')}</p>
    </>
  );
}

/** Result of the last one, until there is another. */
function Ended() {
  const end = useBackupEnd();
  return (
    <div className="backup-said" role="status">
      {end === 'cancelled' && <Notice tone="info">{t('backup.notSaved')}</Notice>}
      {end !== null && end !== 'cancelled' && 'problem' in end && (
        <Notice tone="no" title={t('backup.notSaved')}>
          <Lines text={end.problem} />
        </Notice>
      )}
      {end !== null && end !== 'cancelled' && 'saved' in end && (
        <Notice tone="ok">
          {t('backup.done', { name: end.saved.name, size: sizeText(end.saved.octets) })}
          <br />
          {t('backup.noWay')}
        </Notice>
      )}
    </div>
  );
}
