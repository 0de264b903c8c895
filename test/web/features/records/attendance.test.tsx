import { kaoqinParam } from '@gen/records.ts';
import { screen } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AttendancePage } from '../../../../web/features/records/report/AttendancePage.tsx';
import { activateLanguage } from '../../../../web/lib/i18n.ts';
import { setSession } from '../../../../web/lib/session.ts';
import { account } from '../../account.ts';
import { fakeTerminal } from '../../fakeTerminal.ts';
import { show } from '../../show.tsx';

beforeAll(() => activateLanguage('en'));
beforeEach(() => setSession(account()));
afterEach(() => setSession(null));

describe('/basicSetting/attendance', () => {
  const open = (state: { records: number; capacity: number; alarm: boolean }) => {
    const factory = Object.fromEntries(kaoqinParam.fields.map((field) => [field.name, field.default]));
    fakeTerminal({
      checkPower: () => ({ read: true, write: true }),
      SetKaoqinParam: () => ({ ...factory, revision: 1, state }),
    });
    show(<AttendancePage />);
  };

  it('tells how much of the log is stored and free', async () => {
    open({ records: 999_500, capacity: 1_000_000, alarm: true });
    expect(await screen.findByText('999,500')).toBeTruthy();
    expect(document.querySelector('dl, .state-card')?.textContent).toContain('500');
    expect(screen.getByText('Almost full')).toBeTruthy();
  });

  it('a log that holds more than it may has nothing free', async () => {
    open({ records: 12, capacity: 10, alarm: false });
    expect(await screen.findByText('12')).toBeTruthy();
    expect(screen.getByText('0')).toBeTruthy();
    expect(screen.queryByText('-2')).toBeNull();
  });
});
