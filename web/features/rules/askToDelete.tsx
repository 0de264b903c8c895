import { t } from '../../lib/i18n.ts';
import { confirm } from '../../ui/confirm.ts';
import { toast } from '../../ui/toast.ts';

export interface Deleting {
  title: string;
  /** Who uses it, and what becomes of them. */
  text: string;
  del: () => Promise<unknown>;
  refresh: () => Promise<void>;
}

/** Says what goes with it, asks, deletes, and reads the list again. */
export function askToDelete({ title, text, del, refresh }: Deleting): Promise<boolean> {
  return confirm({
    title,
    body: <p>{text}</p>,
    action: t('users.delete'),
    danger: true,
    run: async () => {
      try {
        await del();
        toast.ok(t('rules.deleted'));
      } catch {
        /* Said by the call. */
      }
      await refresh();
    },
  });
}
