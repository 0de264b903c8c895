import { farewell, setFarewell } from '../lib/farewell.ts';
import { t } from '../lib/i18n.ts';
import { reloadOnAnswer } from '../lib/reload.ts';
import { restartWatch } from '../lib/restart.ts';
import { shareSession } from '../lib/sharedSession.ts';
import { hasUnsaved } from '../lib/unsaved.ts';

/** Resolves when this tab has the session of another, or there is none. */
export async function shareWithTabs(): Promise<void> {
  if (!('BroadcastChannel' in window)) return;
  await shareSession(new BroadcastChannel('postern.session'), {
    ending: () => ({ reason: farewell(), restarting: restartWatch.state() !== null }),
    onEnded: ({ reason, restarting }) => {
      if (restarting) {
        restartWatch.begin();
        return;
      }
      setFarewell(reason ?? t('logout.elsewhere'));
      /* As in the tab where it ended: nothing of the session stays in memory. */
      reloadOnAnswer();
    },
    /* After a sign-out nothing stays, whatever is typed. */
    keeps: ({ reason, restarting }) => reason !== null && !restarting && hasUnsaved(),
    setTimeout: (run, ms) => setTimeout(run, ms),
  });
}
