import type { Record as Line, SearchrecordReply } from '@gen/records.ts';
import { fireEvent, screen, within } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { RecordListPage } from '../../../../web/features/records/list/RecordListPage.tsx';
import { activateLanguage } from '../../../../web/lib/i18n.ts';
import { setSession } from '../../../../web/lib/session.ts';
import { account } from '../../account.ts';
import { Stream } from '../../fakeStream.ts';
import { fakeTerminal, refusal } from '../../fakeTerminal.ts';
import { requests, show } from '../../show.tsx';

beforeAll(() => activateLanguage('en'));
beforeEach(() => setSession(account()));
afterEach(() => setSession(null));

const line = (seq: number, change: Partial<Line> = {}): Line => ({
  seq,
  time: Date.UTC(2026, 5, 1, 10, 0),
  offset: 120,
  kind: 'access',
  result: 'granted',
  reason: 'anyTime',
  userid: 7,
  username: 'Ada',
  factors: ['card', 'finger'],
  status: 'in',
  duress: false,
  door: 1,
  temperature: 368,
  photo: false,
  detail: '',
  ...change,
});

const page = (records: readonly Line[], change: Partial<SearchrecordReply> = {}): SearchrecordReply => ({
  records,
  next: '',
  previous: '',
  partial: false,
  former: [],
  last: 9,
  clockErrors: [],
  today: '2026-06-01',
  ...change,
});

const open = (answer: (request: { after?: string }) => SearchrecordReply) => {
  const asked = fakeTerminal({ searchrecord: answer });
  show(<RecordListPage />);
  return asked;
};

describe('/advSetting/recordList', () => {
  it('tells records of a deleted user from those of who has the ID now, and leads nowhere from them', async () => {
    fakeTerminal({
      searchrecord: () =>
        page([line(3, { username: 'Zoe' }), line(2, { userid: 0, username: 'Ada' }), line(1)], { former: [1] }),
    });
    show(<RecordListPage why={(_, name) => <button type="button">Why {name}</button>} />);
    const [, zoe, late, ada] = await screen.findAllByRole('row');
    expect(zoe?.textContent).not.toContain('Deleted user');
    expect(zoe?.textContent).toContain('Why Zoe');
    expect(ada?.textContent).toContain('Ada7Deleted user');
    expect(ada?.textContent).not.toContain('Why');
    expect(late?.textContent).toContain('Ada');
    expect(late?.textContent).not.toContain('Unknown');
  });

  it('tells who, when by the clock of then, what was shown, and why', async () => {
    open(() => page([line(1), line(2, { result: 'refused', reason: 'outsideHours', username: '', temperature: 0 })]));
    const rows = await screen.findAllByRole('row');
    const [, first, second] = rows;
    expect(first?.textContent).toContain('Ada');
    expect(first?.textContent).toContain('12:00:00');
    expect(first?.textContent).toContain('Let in');
    expect(first?.textContent).toContain('Card and Finger');
    expect(first?.textContent).toContain('36.8');
    expect(second?.textContent).toContain('User 7');
    expect(second?.textContent).toContain('Refused');
    expect(second?.textContent).toContain('Outside the hours');
    expect(second?.textContent).not.toContain('0.0');
  });

  it('tells what happened where nobody came, and who opened', async () => {
    open(() =>
      page([
        line(1, {
          kind: 'remoteOpen',
          result: 'none',
          reason: 'none',
          userid: 0,
          username: '',
          detail: 'admin: plumber',
        }),
      ]),
    );
    expect(await screen.findByText('Opened from afar')).toBeTruthy();
    expect(screen.getByText('admin: plumber')).toBeTruthy();
    expect(screen.queryByText('Unknown')).toBeNull();
  });

  it('asks for seven days, and by each filter', async () => {
    const asked = open(() => page([line(1)]));
    await screen.findByText('Ada');
    expect(requests(asked, 'searchrecord')[0]).toEqual({ days: 7 });
    choose('Time', 'all');
    await lastIs(asked, {});
    choose('Result', 'refused');
    await lastIs(asked, { result: 'refused' });
    choose('Shown', 'face');
    await lastIs(asked, { result: 'refused', factor: 'face' });
    fireEvent.click(screen.getByRole('button', { name: 'Clear all' }));
    await expect.poll(() => screen.queryByRole('button', { name: 'Clear all' })).toBeNull();
    expect(screen.getByLabelText<HTMLSelectElement>('Result').value).toBe('');
    expect(screen.getByLabelText<HTMLSelectElement>('Time').value).toBe('all');
  });

  it('a number is a user, anything else a part of a name', async () => {
    const asked = open(() => page([line(1)]));
    const box = await screen.findByLabelText('Name or user ID');
    await screen.findByText('Ada');
    choose('Time', 'all');
    await lastIs(asked, {});
    fireEvent.input(box, { target: { value: '7' } });
    fireEvent.keyDown(box, { key: 'Enter' });
    await lastIs(asked, { userid: 7 });
    fireEvent.input(box, { target: { value: 'a 7' } });
    fireEvent.keyDown(box, { key: 'Enter' });
    await lastIs(asked, { name: 'a 7' });
  });

  it('goes to older records and back', async () => {
    const asked = open(({ after }) =>
      after === undefined ? page([line(3)], { next: '3.3' }) : page([line(1)], { previous: '1.1' }),
    );
    const pager = within(await screen.findByRole('navigation', { name: 'Pages of records' }));
    choose('Time', 'all');
    await lastIs(asked, {});
    expect(pager.getByRole('button', { name: 'Newer' }).getAttribute('aria-disabled')).toBe('true');
    fireEvent.click(pager.getByRole('button', { name: 'Older' }));
    await lastIs(asked, { after: '3.3' });
    await screen.findByRole('button', { name: 'Newer' });
    await expect.poll(() => screen.getByRole('button', { name: 'Newer' }).getAttribute('aria-disabled')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Newer' }));
    await lastIs(asked, { before: '1.1' });
  });

  it('a search that stopped goes on when asked', async () => {
    const asked = open(() => page([], { partial: true, next: '5.5' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Search on' }));
    await expect.poll(() => requests(asked, 'searchrecord').at(-1)).toMatchObject({ after: '5.5' });
    expect(screen.queryByText('Nothing matches')).toBeNull();
  });

  it('gives all that the filters find as a file', async () => {
    const asked = fakeTerminal({
      searchrecord: () => page([line(1)], { next: '1.1' }),
      DownloadRecordForm: ({ format }: { format: string }) => ({
        name: `records.${format}`,
        content: new Blob(['x']),
      }),
    });
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    URL.createObjectURL = () => 'blob:x';
    show(<RecordListPage />);
    await screen.findByText('Ada');
    choose('Time', 'all');
    await lastIs(asked, {});
    choose('Result', 'refused');
    await lastIs(asked, { result: 'refused' });
    fireEvent.click(screen.getByRole('button', { name: 'Older' }));
    await lastIs(asked, { result: 'refused', after: '1.1' });
    for (const kind of ['CSV, for any program', 'Excel workbook (XLSX)']) {
      fireEvent.click(await screen.findByRole('button', { name: 'Download' }));
      fireEvent.click(screen.getByRole('menuitem', { name: kind }));
    }
    await expect.poll(() => saved).toEqual(['records.csv', 'records.xlsx']);
    expect(requests(asked, 'DownloadRecordForm')).toEqual([
      { result: 'refused', format: 'csv' },
      { result: 'refused', format: 'xlsx' },
    ]);
  });

  it('an empty log says what will be here', async () => {
    open(() => page([], { last: 0 }));
    expect(await screen.findByText('No records yet')).toBeTruthy();
  });

  it('says that nothing matches, and what went wrong', async () => {
    open(() => page([]));
    expect(await screen.findByText('Nothing matches')).toBeTruthy();
    open(() => {
      throw refusal('searchrecord', 12015);
    });
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
  });
});

describe('for an account that may not read users', () => {
  beforeEach(() => setSession({ ...account(), roles: ['advSetting'] }));

  it('shows user IDs, no photos and no "why" of a user', async () => {
    fakeTerminal({
      searchrecord: () => page([line(1, { username: '', photo: false }), line(2, { userid: 0, username: '' })]),
    });
    const { container } = show(<RecordListPage why={(_, name) => <button type="button">{`Why ${name}`}</button>} />);
    expect((await screen.findAllByText('User 7')).length).toBeGreaterThan(0);
    expect(container.querySelector('.record-photo')).toBeNull();
    expect(screen.queryByRole('button', { name: /^Why User 7/ })).toBeNull();
    expect(screen.getByRole('button', { name: /^Why Unknown/ })).toBeTruthy();
  });

  it('looks for user IDs only, also with the address of another account', async () => {
    const asked = fakeTerminal({ searchrecord: () => page([line(1, { username: '' })]) });
    show(<RecordListPage />, '/?range=all&search=Ada');
    await lastIs(asked, {});
    const box = await screen.findByLabelText<HTMLInputElement>('User ID');
    fireEvent.input(box, { target: { value: 'a7' } });
    fireEvent.keyDown(box, { key: 'Enter' });
    await lastIs(asked, { userid: 7 });
    expect(screen.queryByLabelText('Name or user ID')).toBeNull();
  });
});

describe('while the terminal is followed', () => {
  const hello = 'event: hello\ndata:{"first":1,"last":1,"beat":15}\n\n';
  const comes = (seq: number) => `event: record\nid: ${seq}\ndata:${JSON.stringify(line(seq))}\n\n`;
  let stream: Stream;

  beforeEach(() => {
    stream = new Stream();
    vi.stubGlobal('fetch', stream.fetch);
    setSession({ ...account(), roles: ['advSetting'] });
  });
  afterEach(() => vi.unstubAllGlobals());

  const count = (asked: ReturnType<typeof fakeTerminal>) => requests(asked, 'searchrecord').length;
  const aWhile = (ms: number) => vi.advanceTimersByTimeAsync(ms);

  it('asks when something was recorded, once for many at a time, and not by the clock', async () => {
    vi.useFakeTimers();
    try {
      const asked = open(() => page([line(1)]));
      await aWhile(10);
      stream.push(hello);
      await aWhile(1000);
      const before = count(asked);
      await aWhile(20_000);
      expect(count(asked)).toBe(before);
      for (let seq = 2; seq < 12; seq++) stream.push(comes(seq));
      await aWhile(1000);
      expect(count(asked)).toBe(before + 1);
      stream.push('event: missed\nid: 40\ndata:{"next":41}\n\n');
      await aWhile(1000);
      expect(count(asked)).toBe(before + 2);
    } finally {
      vi.useRealTimers();
    }
  });

  it('asks for nothing while nobody is there, and at once when somebody is back', async () => {
    vi.useFakeTimers();
    try {
      const asked = open(() => page([line(1)]));
      await aWhile(10);
      stream.push(hello);
      fireEvent.pointerDown(document.body);
      await aWhile(6 * 60_000);
      const before = count(asked);
      stream.push(comes(2));
      await aWhile(1000);
      expect(count(asked)).toBe(before);
      fireEvent.pointerDown(document.body);
      await aWhile(1000);
      expect(count(asked)).toBe(before + 1);
    } finally {
      vi.useRealTimers();
    }
  });

  it('does not ask on an older page', async () => {
    vi.useFakeTimers();
    try {
      const asked = open(() => page([line(1)], { next: '1.1' }));
      await aWhile(10);
      stream.push(hello);
      await aWhile(1000);
      fireEvent.click(screen.getByRole('button', { name: 'Older' }));
      await aWhile(1000);
      const before = count(asked);
      stream.push(comes(2));
      await aWhile(5000);
      expect(count(asked)).toBe(before);
    } finally {
      vi.useRealTimers();
    }
  });
});

/** The last question is this one. */
async function lastIs(asked: ReturnType<typeof fakeTerminal>, request: object): Promise<void> {
  await expect.poll(() => requests(asked, 'searchrecord').at(-1)).toEqual(request);
}

/** Chooses as a browser tells it: the library would send `input` under Preact. */
function choose(label: string, value: string): void {
  const select = screen.getByLabelText<HTMLSelectElement>(label);
  select.value = value;
  fireEvent(select, new Event('change', { bubbles: true }));
}
