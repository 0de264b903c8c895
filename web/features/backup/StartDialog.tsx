import { type RestoreLookReply, restoreStart } from '@gen/backup.ts';
import { ErrorCode } from '@gen/errors.ts';
import { useState } from 'react';
import { useDeviceInfo } from '../../lib/device.ts';
import { useRequest } from '../../lib/form/useRequest.ts';
import { formatMoment, t } from '../../lib/i18n.ts';
import { noteRestore } from '../../lib/restoring.ts';
import { isEndOfSerial, SERIAL_END } from '../../lib/serialEnd.ts';
import { enumWord } from '../../lib/settings/words.ts';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { FactList } from '../../ui/FactList.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SerialField } from '../../ui/SerialField.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { Comparison } from './Comparison.tsx';
import { Problem } from './Problem.tsx';

export interface StartDialogProps {
  look: RestoreLookReply;
  passphrase: string;
  onClose: () => void;
}

/** Contents of the backup, the current data that will be lost, and the last confirmation. */
export function StartDialog({ look, passphrase, onClose }: StartDialogProps) {
  const { info } = useDeviceInfo();
  const serial = info?.Serial ?? '';
  const [problem, setProblem] = useState('');
  const form = useRequest({
    start: { serial: '', keys: false },
    check: (values) => (isEndOfSerial(serial, values.serial) ? {} : { serial: t('init.serialWrong') }),
    placeOf: (code) => (code === ErrorCode.serialWrong ? 'serial' : ''),
    onUnseen: setProblem,
    send: async (values, options) => {
      setProblem('');
      await restoreStart({ passphrase, keys: values.keys, serial: values.serial }, options);
      noteRestore();
      onClose();
    },
  });
  const { values, set } = form;
  return (
    <FormDialog
      title={t('restore.startTitle')}
      size="wide"
      form={form}
      action={t('restore.action')}
      blocked={look.newer || values.serial.length !== SERIAL_END}
      onClose={onClose}
    >
      <FactList small facts={factsOf(look)} />
      <Comparison look={look} />
      {look.newer ? (
        <Notice tone="no">{t('restore.newer', { version: look.version })}</Notice>
      ) : (
        <>
          <Warnings look={look} keys={values.keys} />
          {look.keys && (
            <Checkbox
              name="keys"
              label={t('restore.takeKeys')}
              hint={t('restore.takeKeysHint')}
              checked={values.keys}
              onChange={(keys) => set({ keys })}
            />
          )}
          <SerialField
            control={form.field('serial')}
            serial={serial}
            value={values.serial}
            onChange={(typed) => set({ serial: typed })}
          />
        </>
      )}
      <Problem title={t('restore.failed')} text={problem} />
    </FormDialog>
  );
}

function factsOf({ serial, origin, deviceName, made, version }: RestoreLookReply) {
  return [
    {
      label: t('restore.of'),
      value: (
        <>
          {deviceName} <Tag tone={origin === 'own' ? 'neutral' : 'warn'}>{enumWord('BackupOrigin', origin)}</Tag>
        </>
      ),
    },
    { label: t('restore.serial'), value: serial },
    { label: t('restore.made'), value: formatMoment(made) },
    { label: t('restore.version'), value: version },
  ];
}

/** Differences after the restore. */
function Warnings({ look, keys }: { look: RestoreLookReply; keys: boolean }) {
  return (
    <Notice tone="warn">
      <ul className="plain-list">
        {look.origin !== 'own' && <li>{t('restore.alarm')}</li>}
        <li>
          {look.recordsLater === 0 ? t('restore.losesNone') : t('restore.losesLater', { count: look.recordsLater })}
        </li>
        <li>{t('restore.accounts')}</li>
        <li>{t('restore.network')}</li>
        {!look.keys && <li>{t('restore.noKeys')}</li>}
        {keys && <li>{t('restore.twin')}</li>}
      </ul>
    </Notice>
  );
}
