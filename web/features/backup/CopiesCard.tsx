import { type BackupCopies, type BackupParamValues, backupNow } from '@gen/backup.ts';
import type { Nothing } from '@gen/runtime.ts';
import { useEffect, useRef, useState } from 'react';
import { errorLines, formatMoment, formatNumber, ltr, t } from '../../lib/i18n.ts';
import type { SettingsForm } from '../../lib/settings/useSettingsForm.ts';
import { sizeText } from '../../lib/sizeText.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { FactList } from '../../ui/FactList.tsx';
import { Lines } from '../../ui/Lines.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Progress } from '../../ui/Progress.tsx';
import { SettingField } from '../../ui/SettingField.tsx';
import { toast } from '../../ui/toast.ts';
import { PASSPHRASE_MAX as max, PASSPHRASE_MIN as min } from './passphrase.ts';
import { useBackupState } from './state.ts';

export type CopiesForm = SettingsForm<BackupParamValues, BackupCopies, Nothing>;

const PACE_MS = 1000;

/** Scheduled backups: when, how many, and the result of the last one. */
export function CopiesCard({ form }: { form: CopiesForm }) {
  const { state, values, base, mayWrite, count, refresh } = form;
  const { data, mutate } = useBackupState();
  const [busy, setBusy] = useState(false);
  const { making } = state;
  useCopyWatch(form);
  const make = async () => {
    setBusy(true);
    try {
      await backupNow();
      await refresh();
      void mutate();
    } catch {
      /* The call has shown the error. */
    }
    setBusy(false);
  };
  const hasFolder = state.folder !== '';
  return (
    <Card
      title={t('copies.title')}
      help={t('copies.help')}
      footer={
        mayWrite &&
        hasFolder && (
          <>
            <Button
              icon="download"
              busy={busy}
              disabled={making || count > 0 || !form.isSet('passphrase')}
              onClick={() => void make()}
            >
              {t('copies.now')}
            </Button>
            {count > 0 && <span className="muted">{t('copies.saveFirst')}</span>}
            {count === 0 && !form.isSet('passphrase') && <span className="muted">{t('copies.needsPassphrase')}</span>}
          </>
        )
      }
    >
      <Folder state={state} />
      {making && <Progress label={t('copies.making')} at={data?.making ? data.done : undefined} of={100} />}
      {hasFolder && <FactList small facts={factsOf(state)} />}
      {(hasFolder || base.plan !== 'off') && (
        <>
          <SettingField form={form} name="plan" />
          {values.plan !== 'off' && <SettingField form={form} name="hour" />}
          <SettingField form={form} name="keep" />
          <SettingField form={form} name="photos" />
          <SettingField
            form={form}
            name="passphrase"
            required={values.plan !== 'off'}
            hint={t('copies.passphraseHint', { min, max })}
          />
        </>
      )}
    </Card>
  );
}

/** Polls the state while a backup is made, and shows the result. */
function useCopyWatch({ state, refresh }: CopiesForm): void {
  const { making, code, lastOctets } = state;
  const was = useRef(making);
  const read = useRef(refresh);
  read.current = refresh;
  useEffect(() => {
    if (!making) return undefined;
    const timer = setInterval(() => void read.current(), PACE_MS);
    return () => clearInterval(timer);
  }, [making]);
  useEffect(() => {
    if (was.current && !making && code === 0) toast.ok(t('copies.made', { size: sizeText(lastOctets) }));
    was.current = making;
  }, [making, code, lastOctets]);
}

function Folder({ state: { folder, writable, code } }: { state: BackupCopies }) {
  return (
    <div className="backup-said" role="status">
      {folder === '' && <Notice tone="info">{t('copies.noFolder')}</Notice>}
      {folder !== '' && !writable && <Notice tone="no">{t('copies.folderGone', { folder })}</Notice>}
      {code !== 0 && (
        <Notice tone="no" title={t('copies.failed')}>
          <Lines text={errorLines(code)} />
        </Notice>
      )}
    </div>
  );
}

function factsOf({ folder, count, last, lastOctets, next }: BackupCopies) {
  return [
    { label: t('copies.folder'), value: ltr(folder) },
    { label: t('copies.count'), value: formatNumber(count) },
    {
      label: t('copies.last'),
      value:
        last === 0 ? t('copies.none') : t('copies.lastOf', { time: formatMoment(last), size: sizeText(lastOctets) }),
    },
    { label: t('copies.next'), value: next === 0 ? t('copies.never') : formatMoment(next) },
  ];
}
