import '../../browser.ts';
import { screen } from '@testing-library/preact';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { daysSince, LastBackup } from '../../../../web/features/backup/LastBackup.tsx';
import { activateLanguage } from '../../../../web/lib/i18n.ts';
import { setSession } from '../../../../web/lib/session.ts';
import { account } from '../../account.ts';
import { fakeTerminal } from '../../fakeTerminal.ts';
import { show } from '../../show.tsx';

const DAY = 86_400;
const now = () => Math.floor(Date.now() / 1000);

beforeAll(() => activateLanguage('en'));
beforeEach(() => setSession(account()));

describe('the last backup on the overview', () => {
  it.each([
    [0, 'None yet', true],
    [8 * DAY, '8 days ago', true],
    [7 * DAY + 60, '7 days ago', true],
    [7 * DAY - 60, '6 days ago', false],
    [DAY + 60, '1 day ago', false],
    [60, 'Today', false],
  ])('%i seconds old is %s; amber: %s', async (age, text, isAmber) => {
    const last = age === 0 ? 0 : now() - age;
    const sizes = { users: 1, records: 1, databaseOctets: 1, photos: 0, photoOctets: 0 };
    fakeTerminal({ backupState: () => ({ ...sizes, last, making: false, done: 0 }) });
    show(<LastBackup />);
    const found = await screen.findByText(text);
    expect(found.closest('a')?.getAttribute('href')).toBe('/advSetting/backup');
    expect(found.closest('.tag') !== null).toBe(isAmber);
  });

  it('is none of the future, whose clock the browser has not', () => {
    expect(daysSince(now() + 5 * DAY, now())).toBe(0);
  });
});
