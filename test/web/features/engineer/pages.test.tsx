import type { SetDebugParamReply, SetSNKeyParamReply } from '@gen/engineer.ts';
import { ErrorCode } from '@gen/errors.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { settle } from '../../../../web/app/address.ts';
import { pagesOf, sections } from '../../../../web/app/navigation.ts';
import { DebugPage } from '../../../../web/features/engineer/DebugPage.tsx';
import { SnKeyPage } from '../../../../web/features/engineer/SnKeyPage.tsx';
import { crc16 } from '../../../../web/features/engineer/snKey.ts';
import { PublicTestPage, TestPage } from '../../../../web/features/engineer/TestPage.tsx';
import { activateLanguage } from '../../../../web/lib/i18n.ts';
import { patchSession, setSession } from '../../../../web/lib/session.ts';
import { clearToasts } from '../../../../web/ui/toast.ts';
import { account } from '../../account.ts';
import { choose } from '../../browser.ts';
import { type Answer, fakeTerminal, refusal } from '../../fakeTerminal.ts';
import { requests, show } from '../../show.tsx';

const CRC = crc16([0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef]).toString(16).toUpperCase().padStart(4, '0');
const KEY = `0123-4567-89AB-CDEF-${CRC}`;

beforeAll(() => activateLanguage('en'));
beforeEach(() => {
  setSession(account());
  URL.createObjectURL = () => 'blob:still';
  URL.revokeObjectURL = () => undefined;
});
afterEach(() => {
  clearToasts();
  vi.restoreAllMocks();
  setSession(null);
});

const asEngineer = () => patchSession({ superUntil: Date.now() + 900_000 });
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));

describe('/snkey', () => {
  const none: SetSNKeyParamReply = { isSet: false, key: '', end: '' };
  const open = async (reply: SetSNKeyParamReply = none, answers: Record<string, Answer> = {}) => {
    const asked = fakeTerminal({ SetSNKeyParam: () => reply, ...answers });
    show(<SnKeyPage />);
    await screen.findByLabelText('Group 1 of 5');
    return asked;
  };
  const group = (number: number) => screen.getByLabelText(`Group ${number} of 5`) as HTMLInputElement;
  const type = (number: number, value: string) => fireEvent.input(group(number), { target: { value } });
  const values = () => [1, 2, 3, 4, 5].map((number) => group(number).value);

  it('goes on in the next field when one is full, and back from an empty one', async () => {
    await open();
    group(1).focus();
    type(1, '012');
    expect(document.activeElement).toBe(group(1));
    type(1, '0123');
    expect(document.activeElement).toBe(group(2));
    fireEvent.keyDown(group(2), { key: 'Backspace' });
    expect(document.activeElement).toBe(group(1));
    type(1, '01x');
    await waitFor(() => expect(values()).toEqual(['01', '', '', '', '']));
  });

  it('is filled by a key that is pasted, and written as the terminal takes it', async () => {
    const asked = await open(none, { GetSNKeyParam: () => ({ end: CRC }) });
    const write = screen.getByRole('button', { name: 'Write' }) as HTMLButtonElement;
    expect(write.disabled).toBe(true);
    type(1, KEY.toLowerCase());
    await waitFor(() => expect(values()).toEqual(KEY.split('-')));
    expect(document.activeElement).toBe(group(5));
    expect(write.disabled).toBe(false);
    press('Write');
    await screen.findByText('The key is written');
    expect(requests(asked, 'GetSNKeyParam')).toEqual([{ key: KEY }]);
    await waitFor(() => expect(values().join('')).toBe(''));
  });

  it('says a wrong digit as soon as all are there, and is not sent', async () => {
    await open();
    type(1, KEY.replace('0', '1'));
    await screen.findByText('This is no SN key: a digit is wrong');
    expect(screen.getByRole('button', { name: 'Write' })).toHaveProperty('disabled', true);
  });

  it('shows the end of the one that is there, and all of it to the engineer', async () => {
    await open({ isSet: true, key: '', end: 'BEEF' });
    screen.getByText('A key is written');
    screen.getByText('… BEEF');
  });

  it('leads who may not read it to the engineer password', async () => {
    fakeTerminal({
      SetSNKeyParam: () => {
        throw refusal('SetSNKeyParam', ErrorCode.forbidden);
      },
    });
    show(<SnKeyPage />);
    await screen.findByText('This needs the engineer password');
  });
});

describe('/debug', () => {
  const reply: SetDebugParamReply = {
    modules: [
      { name: 'http', level: 'warn' },
      { name: 'store', level: 'info' },
    ],
    logOctets: 524_288,
    crash: { at: 0, buildId: '', reason: '' },
    mode: 'normal',
  };
  let now: SetDebugParamReply;
  const open = async (change: Partial<SetDebugParamReply> = {}) => {
    now = { ...reply, ...change };
    asEngineer();
    const asked = fakeTerminal({
      SetDebugParam: () => now,
      GetDebugParam: ({ name, level }: { name: string; level: 'debug' }) => {
        now = { ...now, modules: now.modules.map((one) => (one.name === name ? { name, level } : one)) };
        return {};
      },
      setMode: ({ mode }: { mode: 'productionTest' }) => {
        now = { ...now, mode };
        return {};
      },
      DownloadLog: () => ({ name: 'log.txt', content: new Blob(['x']) }),
      DownloadCrash: () => ({ name: 'crash.txt', content: new Blob(['x']) }),
    });
    show(<DebugPage />);
    await screen.findByLabelText('http');
    return asked;
  };

  it('asks nothing of the terminal before somebody is the engineer', async () => {
    const asked = fakeTerminal({});
    show(<DebugPage />);
    await screen.findByText('This needs the engineer password');
    expect(asked).toEqual([]);
  });

  it('sets what a part writes, at once', async () => {
    const asked = await open();
    choose(screen.getByLabelText('http'), 'debug');
    await waitFor(() => expect((screen.getByLabelText('http') as HTMLSelectElement).value).toBe('debug'));
    expect(requests(asked, 'GetDebugParam')).toEqual([{ name: 'http', level: 'debug' }]);
    expect((screen.getByLabelText('store') as HTMLSelectElement).value).toBe('info');
  });

  it('gives the log, and the last crash where there is one', async () => {
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const asked = await open({ crash: { at: 1_790_000_000, buildId: 'b-120', reason: 'SIGSEGV' } });
    screen.getByText(/524 kB/);
    screen.getByText('SIGSEGV');
    for (const name of ['Log', 'Last crash']) {
      fireEvent.click(within(screen.getByRole('region', { name })).getByRole('button', { name: 'Download' }));
    }
    await waitFor(() =>
      expect(asked.map(({ call }) => call)).toEqual(expect.arrayContaining(['DownloadLog', 'DownloadCrash'])),
    );
  });

  it('begins and ends the production test', async () => {
    const asked = await open();
    screen.getByText('None is known.');
    press('Begin');
    await screen.findByRole('button', { name: 'End' });
    screen.getByText('On');
    await waitFor(() => expect(screen.getByRole('button', { name: 'End' }).getAttribute('aria-busy')).toBeNull());
    press('End');
    const question = await screen.findByRole('alertdialog');
    fireEvent.click(within(question).getByRole('button', { name: 'End' }));
    await screen.findByRole('button', { name: 'Begin' });
    expect(requests(asked, 'setMode')).toEqual([{ mode: 'productionTest' }, { mode: 'normal' }]);
  });
});

describe('/test', () => {
  const still = () => ({ name: 'still.jpg', content: new Blob(['x'], { type: 'image/jpeg' }) });

  it('shows what the camera sees, holds it, and saves it', async () => {
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    fakeTerminal({ test_takephoto: still });
    show(<TestPage />);
    const picture = (await screen.findByRole('img', { name: 'Camera Test' })) as HTMLImageElement;
    expect(picture.src).toBe('blob:still');
    expect(screen.queryByRole('button', { name: 'Save as a file' })).toBeNull();
    press('Take photo');
    press('Save as a file');
    expect(clicked).toHaveBeenCalledTimes(1);
    press('Take again');
    screen.getByRole('button', { name: 'Take photo' });
  });

  it('says to who is not signed in whose it is, and asks no more by itself', async () => {
    setSession(null);
    const asked = fakeTerminal({
      test_takephoto: () => {
        throw refusal('test_takephoto', ErrorCode.tokenFailed);
      },
    });
    show(<PublicTestPage />);
    await screen.findByText(/for anybody while the terminal is in production test/);
    expect(screen.getByRole('link', { name: 'Sign In' }).getAttribute('href')).toBe('/login');
    expect(asked).toHaveLength(1);
    press('Try again');
    await waitFor(() => expect(asked).toHaveLength(2));
  });

  it('waits for its turn where others look as well', async () => {
    let isFirst = true;
    fakeTerminal({
      test_takephoto: () => {
        if (!isFirst) return still();
        isFirst = false;
        throw refusal('test_takephoto', ErrorCode.throttled, { retryAfter: 2 });
      },
    });
    show(<TestPage />);
    await screen.findByRole('img', { name: 'Camera Test' });
  });

  it('says what is not fitted', async () => {
    fakeTerminal({
      test_takephoto: () => {
        throw refusal('test_takephoto', ErrorCode.notFitted);
      },
    });
    show(<TestPage />);
    await screen.findByText('This terminal has no module for it');
  });
});

describe('the way to them', () => {
  const at = (path: string): Location => new URL(path, 'http://terminal') as unknown as Location;

  it('/test alone is open without a session', () => {
    expect(settle(null, at('/test'))).toBeNull();
    expect(settle(null, at('/snkey'))).toBe('/login?redirect=%2Fsnkey');
    expect(settle(null, at('/debug'))).toBe('/login?redirect=%2Fdebug');
    expect(settle(null, at('/test/x'))).toBe('/login?redirect=%2Ftest%2Fx');
  });

  it('they stand in no menu', () => {
    const inMenu = sections.flatMap((section) => pagesOf(section, undefined)).map(({ path }) => path);
    expect(inMenu.filter((path) => ['/snkey', '/debug', '/test', '/up'].includes(path))).toEqual([]);
    expect(inMenu).toContain('/advSetting/firmwareUpgrade');
  });
});
