import { delLeave, type Leave } from '@gen/records.ts';
import { t } from '../../../lib/i18n.ts';
import { confirm } from '../../../ui/confirm.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { toast } from '../../../ui/toast.ts';
import { leaveDays, leaveText } from './reportWords.tsx';

export interface LeaveListProps {
  leaves: readonly Leave[];
  mayWrite: boolean;
  onChange: () => Promise<void>;
}

export function LeaveList({ leaves, mayWrite, onChange }: LeaveListProps) {
  return (
    <ul className="punches">
      {leaves.map((leave) => (
        <li key={leave.id} className="punch">
          <span className="punch-text">
            <span className="punch-head">
              <span>{leaveText(leave.kind)}</span>
              <span className="muted">{leaveDays(leave)}</span>
            </span>
            {leave.note !== '' && <bdi className="muted">{leave.note}</bdi>}
          </span>
          {mayWrite && (
            <IconButton
              icon="trash"
              label={t('leave.deleteOf', { kind: leaveText(leave.kind), days: leaveDays(leave) })}
              onClick={() => void askToDelete(leave, onChange)}
            />
          )}
        </li>
      ))}
    </ul>
  );
}

function askToDelete(leave: Leave, onChange: () => Promise<void>): Promise<boolean> {
  return confirm({
    title: t('leave.deleteTitle'),
    body: <p>{t('leave.deleteText', { kind: leaveText(leave.kind), days: leaveDays(leave) })}</p>,
    action: t('users.delete'),
    danger: true,
    run: async () => {
      try {
        await delLeave({ id: leave.id });
        toast.ok(t('rules.deleted'));
      } catch {
        /* Said by the call. */
      }
      await onChange();
    },
  });
}
