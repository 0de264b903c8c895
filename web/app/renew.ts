import { t } from '../lib/i18n.ts';
import { reloadSoon } from '../lib/reload.ts';
import { toast } from '../ui/toast.ts';

let renewing = false;

/** The terminal runs another build than this page: shows a message and reloads. */
export function reloadForNewConsole(): void {
  if (renewing) return;
  renewing = true;
  toast.info(t('app.newVersion'));
  reloadSoon();
}
