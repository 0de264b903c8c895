import { type RestoreLookReply, restoreLook, restoreLookLimits } from '@gen/backup.ts';
import { ErrorCode } from '@gen/errors.ts';
import { useState } from 'react';
import { useRequest } from '../../lib/form/useRequest.ts';
import { t } from '../../lib/i18n.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { Problem } from './Problem.tsx';

export interface OpenDialogProps {
  onOpened: (look: RestoreLookReply, passphrase: string) => void;
  onClose: () => void;
}

const atField: readonly number[] = [ErrorCode.backupPassphrase, ErrorCode.throttled];

/** Asks for the passphrase of the uploaded backup. */
export function OpenDialog({ onOpened, onClose }: OpenDialogProps) {
  const [problem, setProblem] = useState('');
  const form = useRequest({
    start: { passphrase: '' },
    check: ({ passphrase }) => (passphrase === '' ? { passphrase: t('settings.required') } : {}),
    placeOf: (code) => (atField.includes(code) ? 'passphrase' : ''),
    onUnseen: setProblem,
    send: async ({ passphrase }, options) => {
      setProblem('');
      onOpened(await restoreLook({ passphrase }, options), passphrase);
    },
  });
  return (
    <FormDialog title={t('restore.openTitle')} form={form} action={t('restore.openAction')} onClose={onClose}>
      <PasswordField
        {...form.field('passphrase')}
        label={t('backup.passphrase')}
        hint={t('restore.openText')}
        value={form.values.passphrase}
        maxLength={restoreLookLimits.passphrase.max}
        autoComplete="off"
        autoFocus
        onChange={(passphrase) => form.set({ passphrase })}
      />
      <Problem text={problem} />
    </FormDialog>
  );
}
