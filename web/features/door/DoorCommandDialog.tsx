import { type DoorCommand, doorCommand, doorCommandLimits } from '@gen/door.ts';
import { useRequest } from '../../lib/form/useRequest.ts';
import { t } from '../../lib/i18n.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { toast } from '../../ui/toast.ts';

export interface DoorCommandDialogProps {
  command: DoorCommand;
  onDone: () => void;
  onClose: () => void;
}

/** Asks for confirmation before a door command, and for the reason for the log. */
export function DoorCommandDialog({ command, onDone, onClose }: DoorCommandDialogProps) {
  const form = useRequest({
    start: { reason: '' },
    check: () => ({}),
    placeOf: () => 'reason',
    send: async ({ reason }, options) => {
      await doorCommand({ command, reason: reason.trim() }, options);
      toast.ok(t(`access.did.${command}`));
      onDone();
    },
  });
  return (
    <FormDialog
      size="small"
      title={t(`access.command.${command}`)}
      form={form}
      action={t(`access.command.${command}`)}
      onClose={onClose}
    >
      <p className="muted">{t(`access.ask.${command}`)}</p>
      <TextField
        {...form.field('reason')}
        label={t('access.reason')}
        hint={t('access.reasonHint')}
        value={form.values.reason}
        maxLength={doorCommandLimits.reason.max}
        onChange={(reason) => form.set({ reason })}
      />
    </FormDialog>
  );
}
