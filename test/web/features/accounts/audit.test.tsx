import '../../browser.ts';
import type { AuditEntry } from '@gen/accounts.ts';
import { pages } from '@gen/all.ts';
import { machineParam } from '@gen/machine.ts';
import { fireEvent, render, screen, within } from '@testing-library/preact';
import { MemoryRouter } from 'react-router-dom';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { AuditPage } from '../../../../web/features/accounts/audit/AuditPage.tsx';
import { auditRequest, readAudit, WHOLE_LOG, writeAudit } from '../../../../web/features/accounts/audit/auditState.ts';
import { actText, differences, objectText } from '../../../../web/features/accounts/audit/auditWords.ts';
import { activateLanguage } from '../../../../web/lib/i18n.ts';
import { settingPages } from '../../../../web/lib/settingPages.ts';
import type { SettingsFields } from '../../../../web/lib/settings/useSettingsForm.ts';
import { SettingsHistory } from '../../../../web/ui/SettingsHistory.tsx';
import { fakeTerminal } from '../../fakeTerminal.ts';
import { requests, show } from '../../show.tsx';

beforeAll(() => activateLanguage('en'));

const entry = (change: Partial<AuditEntry>): AuditEntry => ({
  id: 9,
  time: 1_790_000_000,
  account: 'admin',
  peer: '10.0.4.7',
  call: 'GetMachineParam',
  object: 'setting MachineParam.volume',
  importance: 'edit',
  before: '{"volume":3}',
  after: '{"volume":5}',
  cut: false,
  ...change,
});

describe('an entry in words', () => {
  it('names settings as their pages do, and every page of settings has a title', () => {
    expect(objectText('setting MachineParam.volume')).toBe('Volume (Device)');
    expect(differences(entry({}))).toEqual([{ label: 'Volume', before: '3', after: '5' }]);
    expect(settingPages.map(({ pair }) => pair).toSorted()).toEqual(
      Object.values(pages)
        .map(({ pair }) => pair)
        .toSorted(),
    );
  });

  it('says of a backup what left the terminal, and of a restore what came and what was lost', () => {
    const taken = entry({
      call: 'DownloadBackup',
      object: 'backup',
      before: '',
      after: '{"users":12,"records":1834,"photos":0,"keys":true}',
    });
    expect([objectText(taken.object), actText(taken)]).toEqual(['Backup', 'Taken away as a file']);
    expect(differences(taken)).toEqual([
      { label: 'Users', before: null, after: '12' },
      { label: 'Records', before: null, after: '1,834' },
      { label: 'With keys', before: null, after: 'On' },
    ]);
    const restored = entry({
      call: 'restoreStart',
      object: 'restore',
      before: '{"serial":"PT-A","users":12,"records":40,"recordsLater":3}',
      after: '{"serial":"PT-B","made":1790000000,"users":12,"records":37,"keys":false,"origin":"other"}',
    });
    expect(objectText(restored.object)).toBe('The whole terminal, from a backup');
    expect(differences(restored)).toMatchObject([
      { label: 'Serial number', before: 'PT-A', after: 'PT-B' },
      { label: 'Records', before: '40', after: '37' },
      { label: 'Records since', before: '3', after: null },
      { label: 'Made', before: null, after: expect.stringContaining('2026') },
      { label: 'With keys', before: null, after: 'Off' },
      { label: 'Origin', before: null, after: 'Another terminal' },
    ]);
    expect(objectText('settings')).toBe('Settings');
    expect(objectText('backup copy')).toBe('Copy by plan');
  });

  it('names users and rights, and says only what differs', () => {
    const user = entry({
      call: 'edituser',
      object: 'user 7',
      before: '{"username":"Ann","group":1}',
      after: '{"username":"Anna","group":1,"password":"set"}',
    });
    expect(objectText(user.object)).toBe('User 7');
    expect(differences(user)).toEqual([
      { label: 'User name', before: 'Ann', after: 'Anna' },
      { label: 'Password', before: null, after: 'set' },
    ]);
    const level = entry({ object: 'level 5', before: '{"network":"none"}', after: '{"network":"write"}' });
    expect(differences(level)).toEqual([{ label: 'Network', before: 'Nothing', after: 'Change' }]);
  });

  it('says of users in bulk whom it was about, what became of them, and how many', () => {
    const many = (after: object) => differences(entry({ object: 'users', before: '', after: JSON.stringify(after) }));
    expect(objectText('users')).toBe('Users in bulk');
    expect(
      many({ kind: 'users', end: 'done', file: 'staff.csv', added: 1200, changed: 0, same: 0, skipped: 0, bad: 3 }),
    ).toEqual([
      { label: 'What', before: null, after: 'Users from a table' },
      { label: 'Result', before: null, after: 'Done' },
      { label: 'File', before: null, after: 'staff.csv' },
      { label: 'added', before: null, after: '1,200' },
      { label: 'wrong', before: null, after: '3' },
    ]);
    expect(many({ filter: { group: 2, search: 'a' }, change: { group: 0, validTo: '' } })).toEqual([
      { label: 'Filters', before: null, after: 'Time zone group: Group 2 and ID, name or card: a' },
      { label: 'What is changed', before: null, after: 'Time zone group: NC (never) and Last day: Empty' },
    ]);
    expect(many({ filter: {} })).toEqual([{ label: 'Filters', before: null, after: 'All users' }]);
    const after = JSON.stringify({ kind: 'roster', end: 'done', file: 'roster.csv', added: 2 });
    expect(differences(entry({ object: 'shifts', before: '', after }))).toEqual([
      { label: 'What', before: null, after: 'Roster from a file' },
      { label: 'Result', before: null, after: 'Done' },
      { label: 'File', before: null, after: 'roster.csv' },
      { label: 'added', before: null, after: '2' },
    ]);
    expect([objectText('shifts'), objectText('punches')]).toEqual(['Roster from a file', 'Punches']);
  });

  it('says what was done by the call or by what stood before and after', () => {
    expect(actText(entry({ call: 'chklogin' }))).toBe('Sign-in');
    expect(actText(entry({ call: 'adduser', before: '' }))).toBe('Added');
    expect(actText(entry({ call: 'deleteuser', after: '' }))).toBe('Deleted');
    expect(actText(entry({ call: 'adduser', before: '', cut: true, after: '' }))).toBe('Changed');
    expect(differences(entry({ before: '{"a', after: '' }))).toEqual([]);
  });
});

describe('an entry about rules, the door and devices', () => {
  const changes = (object: string, before: string, after: string) => differences(entry({ object, before, after }));

  it.each([
    ['time zone 3', 'Time Zone 3'],
    ['group 2', 'Group 2'],
    ['period group 1', 'Period group 1'],
    ['holiday 4', 'Holiday 4'],
    ['periods in force', 'Periods in force'],
    ['door', 'Door'],
    ['passback', 'Whereabouts of all users'],
    ['passback 7', 'Whereabouts of user 7'],
    ['wiegand pairing', 'Wiegand pairing'],
    ['wiegand device 00:1B:5A:20:41:7E', 'Wiegand device 00:1B:5A:20:41:7E'],
    ['bluetooth device A4:C1:38:5E:10:0B', 'Bluetooth device A4:C1:38:5E:10:0B'],
  ])('names %s', (object, words) => expect(objectText(object)).toBe(words));

  it('tells hours by days that have the same', () => {
    expect(
      changes('time zone 1', '{"end":[0,1050,1050,1050,1050,1050,0]}', '{"end":[0,990,990,990,990,990,0]}'),
    ).toEqual([
      {
        label: 'Until',
        before: 'Sun 00:00 · Mon–Fri 17:30 · Sat 00:00',
        after: 'Sun 00:00 · Mon–Fri 16:30 · Sat 00:00',
      },
    ]);
    const canteen = '{"name":"Canteen","kind":"working","periods":[[1,420,540],[1,690,840],[2,420,540],[2,690,840]]}';
    expect(changes('period group 1', '', canteen)).toEqual([
      { label: 'Name', before: null, after: 'Canteen' },
      { label: 'Kind', before: null, after: 'Working' },
      { label: 'Hours', before: null, after: 'Mon–Tue 07:00 to 09:00 and 11:30 to 14:00' },
    ]);
  });

  it('tells plans, days, commands and what is enrolled', () => {
    const holiday = '{"from":"2026-12-24","to":"2026-12-26","yearly":true,"plan":"saturday"}';
    expect(changes('holiday 1', '', holiday).map(({ label, after }) => `${label}: ${after}`)).toEqual([
      'First day: Dec 24, 2026',
      'Last day: Dec 26, 2026',
      'Every year: On',
      'Plan: As on Saturday',
    ]);
    expect(changes('door', '', '{"command":"lockDown"}')).toEqual([
      { label: 'Command', before: null, after: 'Lock down' },
    ]);
    expect(changes('user 7', '', '{"enrols":"finger"}')).toEqual([{ label: 'Enrols', before: null, after: 'Finger' }]);
    expect(changes('user 7', '{"group":1}', '{"group":5}')).toEqual([
      { label: 'Time zone group', before: 'NO (any time)', after: 'Group 5' },
    ]);
    expect(changes('group 2', '{"time1":0}', '{"time1":3}')).toEqual([{ label: 'Time1', before: 'None', after: '3' }]);
    expect(changes('periods in force', '{"group 2":[]}', '{"group 2":[1]}')).toEqual([
      { label: 'Group 2', before: 'None', after: '1' },
    ]);
  });
});

describe('the address', () => {
  it('keeps the filters, and forgets what is none', () => {
    const state = {
      ...WHOLE_LOG,
      account: '7',
      object: 'user 7',
      importance: 'edit',
      from: '2026-11-02',
      after: 12,
    } as const;
    expect(readAudit(writeAudit(state))).toEqual(state);
    expect(readAudit(new URLSearchParams('from=x&importance=y&before=-1&after=z'))).toEqual(WHOLE_LOG);
  });

  it('asks for whole days, the last included', () => {
    const { from = 0, to = 0 } = auditRequest({ ...WHOLE_LOG, from: '2026-11-02', to: '2026-11-02' });
    expect(to - from).toBe(86_399);
  });
});

describe('/advSetting/audit', () => {
  it('shows entries and leads to older ones', async () => {
    const asked = fakeTerminal({ auditlist: () => ({ entries: [entry({})], older: 9, newer: 0 }) });
    show(<AuditPage />);
    expect(await screen.findByText('Volume (Device)')).toBeTruthy();
    expect(screen.getByText('10.0.4.7')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Older' }));
    await screen.findByText('Volume (Device)');
    expect(requests(asked, 'auditlist').at(-1)).toEqual({ before: 9 });
  });

  it('gives all that the filters find as a file, whichever page is shown', async () => {
    const asked = fakeTerminal({
      auditlist: () => ({ entries: [entry({})], older: 9, newer: 0 }),
      DownloadAudit: () => ({ name: 'audit.csv', content: new Blob(['x']) }),
    });
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    URL.createObjectURL = () => 'blob:x';
    render(
      <MemoryRouter initialEntries={['/advSetting/audit?account=admin&importance=edit&before=7']}>
        <AuditPage />
      </MemoryRouter>,
    );
    await screen.findByText('Volume (Device)');
    fireEvent.click(screen.getByRole('button', { name: 'Download CSV' }));
    await expect.poll(() => saved).toEqual(['audit.csv']);
    expect(requests(asked, 'DownloadAudit')).toEqual([{ account: 'admin', importance: 'edit' }]);
  });

  it('says that nothing fits', async () => {
    fakeTerminal({ auditlist: () => ({ entries: [], older: 0, newer: 0 }) });
    show(<AuditPage />);
    expect(await screen.findByText('No entries yet')).toBeTruthy();
  });
});

describe('earlier values of a page', () => {
  it('are taken back into the form, which is saved as usual', async () => {
    const change = { field: 'volume', time: 1_790_000_000, account: 'admin', before: '3', after: '5' };
    const asked = fakeTerminal({
      settinghistory: () => ({ changes: [change, { ...change, before: '1', after: '3' }] }),
    });
    const sets: unknown[] = [];
    const form = {
      page: machineParam,
      values: { volume: 5 },
      mayWrite: true,
      set: (one: unknown) => sets.push(one),
    } as unknown as SettingsFields<{ volume: number }>;
    show(<SettingsHistory form={form} />);
    fireEvent.click(screen.getByRole('button', { name: 'Earlier values' }));
    const list = await screen.findByRole('region', { name: 'Volume' });
    const lines = within(list).getAllByRole('listitem');
    expect(lines.map((line) => line.querySelector('bdi')?.textContent)).toEqual(['5', '3', '1']);
    expect(within(list).queryByRole('button', { name: 'Take back 5 for Volume' })).toBeNull();
    fireEvent.click(within(list).getByRole('button', { name: 'Take back 1 for Volume' }));
    expect(sets).toEqual([{ volume: 1 }]);
    expect(requests(asked, 'settinghistory')).toEqual([{ page: 'MachineParam' }]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
