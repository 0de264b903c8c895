import { type BluetoothDevice, getBleDevGroup, getBleDevGroupLimits as limits } from '@gen/devices.ts';
import { useState } from 'react';
import { t } from '../../lib/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Select } from '../../ui/Select.tsx';
import { toast } from '../../ui/toast.ts';
import { groupText, nameOf } from './words.ts';

const { min, max } = limits.group;
const groups = Array.from({ length: max - min + 1 }, (_, index) => min + index);

export interface GroupDialogProps {
  device: BluetoothDevice;
  onSaved: () => void;
  onClose: () => void;
}

/** The group whose users may use a paired device. */
export function GroupDialog({ device, onSaved, onClose }: GroupDialogProps) {
  const [group, setGroup] = useState(device.group);
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      await getBleDevGroup({ mac: device.mac, group });
      toast.ok(t('settings.saved'));
      onSaved();
    } catch {
      setBusy(false); /* said for the whole console */
    }
  };
  return (
    <Dialog
      open
      size="small"
      title={t('bluetooth.groupOf', { name: nameOf(device) })}
      onClose={busy ? undefined : onClose}
      footer={
        <>
          <Button disabled={busy} onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button tone="primary" busy={busy} disabled={group === device.group} onClick={() => void save()}>
            {t('ui.save')}
          </Button>
        </>
      }
    >
      <Select
        label={t('users.group')}
        name="group"
        value={String(group)}
        options={groups.map((one) => ({ value: String(one), label: groupText(one) }))}
        hint={t('bluetooth.groupHint')}
        onChange={(next) => setGroup(Number(next))}
      />
    </Dialog>
  );
}
