/** "Synchronize local time": after a sign-in the clock is set from the browser, if it is off and the account may. */
import { checkPower } from '@gen/accounts.ts';
import { setTimeParam } from '@gen/devices.ts';
import { setDateTimeParam } from '@gen/time.ts';
import { t } from '../../lib/i18n.ts';
import { toast } from '../../ui/toast.ts';
import { differenceText } from './apartText.ts';
import { setClockFromBrowser } from './clock.ts';
import { apart } from './wall.ts';

/** A smaller difference is nobody's concern. */
const MOST_MS = 2000;

const silent = { handles: () => true } as const;

/** By how much the terminal's clock is ahead, in milliseconds; undefined when its time comes from the network. */
async function aheadOfBrowser(): Promise<number | undefined> {
  const asked = Date.now();
  const { ntpOn, state } = await setDateTimeParam(silent);
  return ntpOn ? undefined : state.now - (asked + Date.now()) / 2;
}

/** Nothing is said when it cannot be done: nobody has asked for it just now. */
export async function syncClock(): Promise<void> {
  try {
    const { syncLocalTime } = await setTimeParam(silent);
    if (!syncLocalTime || !(await checkPower({ group: 'basicSetting' }, silent)).write) return;
    const ahead = await aheadOfBrowser();
    if (ahead === undefined || Math.abs(ahead) <= MOST_MS) return;
    await setClockFromBrowser();
    const difference = apart(ahead);
    if (difference) toast.ok(t('time.synchronized', { difference: differenceText(difference) }));
  } catch {
    /* The clock stays as it is. */
  }
}
