import { type BackupStateReply, downloadBackupRequest } from '@gen/backup.ts';
import { ErrorCode } from '@gen/errors.ts';
import { checkValue } from '@gen/runtime.ts';
import { useState } from 'react';
import { useDeviceInfo } from '../../lib/device.ts';
import { useRequest } from '../../lib/form/useRequest.ts';
import { t } from '../../lib/i18n.ts';
import { askForTarget } from '../../lib/save.ts';
import { sizeText } from '../../lib/sizeText.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { CopyText } from '../../ui/CopyText.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { startBackup } from './backupRun.ts';
import { backupName } from './names.ts';
import { Problem } from './Problem.tsx';
import { madePassphrase, PASSPHRASE_MAX as max, PASSPHRASE_MIN as min } from './passphrase.ts';

export interface BackupWanted {
  readonly passphrase: string;
  readonly again: string;
  readonly photos: boolean;
  readonly keys: boolean;
}

/** Errors before anything is sent. */
export function complaintsOf({ passphrase, again }: BackupWanted): Partial<Record<keyof BackupWanted, string>> {
  if (checkValue(downloadBackupRequest.entries.passphrase, passphrase) !== 0) {
    return { passphrase: t('passphrase.rule', { min, max }) };
  }
  return passphrase === again ? {} : { again: t('backup.passphraseDifferent') };
}

/** Selects the contents of the backup and its passphrase. Closes when the terminal has started the backup. */
export function BackupDialog({ state, onClose }: { state: BackupStateReply; onClose: () => void }) {
  const { info } = useDeviceInfo();
  const [problem, setProblem] = useState('');
  const [made, setMade] = useState('');
  const form = useRequest<BackupWanted>({
    start: { passphrase: '', again: '', photos: state.photos > 0, keys: false },
    check: complaintsOf,
    placeOf: (code) => (code === ErrorCode.passwordRules ? 'passphrase' : ''),
    onUnseen: setProblem,
    send: async ({ passphrase, photos, keys }, options) => {
      setProblem('');
      const target = await askForTarget(backupName(info?.Serial ?? '', new Date()));
      if (target === null) return;
      const whole = state.databaseOctets + (photos ? state.photoOctets : 0);
      await startBackup({ passphrase, photos, keys }, whole, target, options);
      onClose();
    },
  });
  const { values, set } = form;
  const makeUp = () => {
    const passphrase = madePassphrase();
    setMade(passphrase);
    set({ passphrase, again: '' });
  };
  return (
    <FormDialog title={t('backup.now')} form={form} action={t('backup.start')} onClose={onClose}>
      {state.photos > 0 && (
        <Checkbox
          name="photos"
          label={t('backup.takePhotos')}
          hint={t('backup.takePhotosHint', { count: state.photos, size: sizeText(state.photoOctets) })}
          checked={values.photos}
          onChange={(photos) => set({ photos })}
        />
      )}
      <Checkbox
        name="keys"
        label={t('backup.takeKeys')}
        hint={t('backup.takeKeysHint')}
        checked={values.keys}
        onChange={(keys) => set({ keys })}
      />
      <Notice tone="warn">{t('backup.noWay')}</Notice>
      <PasswordField
        {...form.field('passphrase')}
        label={t('backup.passphrase')}
        hint={t('passphrase.rule', { min, max })}
        value={values.passphrase}
        maxLength={max}
        autoComplete="new-password"
        autoFocus
        onChange={(passphrase) => {
          setMade('');
          set({ passphrase });
        }}
      />
      {made === '' ? (
        <div className="button-row">
          <Button size="small" icon="key" onClick={makeUp}>
            {t('backup.make')}
          </Button>
        </div>
      ) : (
        <div className="field" role="status">
          <CopyText label={t('backup.passphrase')} text={made} rows={1} />
          <p className="field-hint">{t('backup.madeHint')}</p>
        </div>
      )}
      <PasswordField
        {...form.field('again')}
        label={t('backup.passphraseAgain')}
        value={values.again}
        maxLength={max}
        autoComplete="new-password"
        onChange={(again) => set({ again })}
      />
      <Problem text={problem} />
    </FormDialog>
  );
}
