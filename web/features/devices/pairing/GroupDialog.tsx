import { type BluetoothDevice, getBleDevGroup, getBleDevGroupLimits as limits } from '@gen/devices.ts';
import { useRequest } from '../../../lib/form/useRequest.ts';
import { t } from '../../../lib/i18n.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { Select } from '../../../ui/Select.tsx';
import { toast } from '../../../ui/toast.ts';
import { groupText, nameOf } from '../words.ts';

const { min, max } = limits.group;
const groups = Array.from({ length: max - min + 1 }, (_, index) => min + index);

export interface GroupDialogProps {
  device: BluetoothDevice;
  onSaved: () => void;
  onClose: () => void;
}

/** The only group whose users may use a paired device. */
export function GroupDialog({ device, onSaved, onClose }: GroupDialogProps) {
  const form = useRequest({
    start: { group: device.group },
    check: () => ({}),
    placeOf: () => 'group',
    send: async ({ group }, options) => {
      await getBleDevGroup({ mac: device.mac, group }, options);
      toast.ok(t('settings.saved'));
      onSaved();
    },
  });
  const { group } = form.values;
  return (
    <FormDialog
      size="small"
      title={t('bluetooth.groupOf', { name: nameOf(device) })}
      form={form}
      action={t('ui.save')}
      blocked={group === device.group}
      onClose={onClose}
    >
      <Select
        {...form.field('group')}
        label={t('field.User.group')}
        value={String(group)}
        options={groups.map((one) => ({ value: String(one), label: groupText(one) }))}
        hint={t('bluetooth.groupHint')}
        onChange={(next) => form.set({ group: Number(next) })}
      />
    </FormDialog>
  );
}
