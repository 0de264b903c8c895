import { t } from '../../lib/i18n.ts';
import { confirm } from '../../ui/confirm.ts';
import { toast } from '../../ui/toast.ts';

export interface Deleting {
  title: string;
  /** The users of it, and the consequences for them. */
  text: string;
  del: () => Promise<unknown>;
  refresh: () => Promise<void>;
}

/** Asks for confirmation, deletes, and reads the list again. */
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
        /* The call has shown the error. */
      }
      await refresh();
    },
  });
}
