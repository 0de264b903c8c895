import { t } from '../lib/i18n.ts';
import { toast } from '../ui/toast.ts';

const RELOAD_MS = 1500;

let renewing = false;

/** The terminal runs another build than this page came from: says so and loads the page again. */
export function reloadForNewConsole(): void {
  if (renewing) return;
  renewing = true;
  toast.info(t('app.newVersion'));
  setTimeout(() => location.reload(), RELOAD_MS);
}
