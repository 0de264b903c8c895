import '../browser.ts';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/preact';
import { Suspense } from 'react';
import { MemoryRouter, Route, Routes, useNavigate } from 'react-router-dom';
import { SWRConfig } from 'swr';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { lazyPage } from '../../../web/app/lazyPage.tsx';
import { NotFoundPage } from '../../../web/app/NotFoundPage.tsx';
import { Shell } from '../../../web/app/Shell.tsx';
import { connection } from '../../../web/lib/connection.ts';
import { durationText } from '../../../web/lib/durationText.ts';
import { activateLanguage } from '../../../web/lib/i18n.ts';
import { pageOfWindow } from '../../../web/lib/reload.ts';
import { type Session, setSession } from '../../../web/lib/session.ts';
import { PageHeader } from '../../../web/ui/PageHeader.tsx';
import { clearToasts, currentToasts } from '../../../web/ui/toast.ts';
import { account } from '../account.ts';
import { setPhone } from '../browser.ts';
import { fakeTerminal } from '../fakeTerminal.ts';

/** Names of what the terminal has, as its drivers say them. */
const driversOf = (...names: string[]) => names.map((name) => ({ name, ok: true }));

const info = {
  Build_Version: '1.2.3',
  buildId: 'b1',
  deviceName: 'North entrance',
  hour24: true,
  Serial: 'PT-1',
  MaxUser: 100_000,
  MaxFACE: 50_000,
  MaxFP: 100_000,
  MaxIRIS: 1000,
  MaxRecord: 1_000_000,
  funOption: { FACE: 1, FP: 1, IRIS: 0 },
  users: 4218,
  fingers: 1,
  faces: 2,
  irises: 3,
  cards: 4,
  records: 5,
  firmwareVersion: '1.2.3',
  kernelVersion: '6',
  fileSystemVersion: 'ext4',
  databaseVersion: '1',
  uptime: 93_780,
  time: 0,
  drivers: driversOf('display', 'ethernet', 'wifi', 'bluetooth', 'printer', 'wiegand', 'thermometer'),
  storage: 'good',
  storageSince: 0,
  storageLost: 0,
};
const session: Session = account({ roles: ['user', 'network'] });

function Page({ title }: { title: string }) {
  const navigate = useNavigate();
  return (
    <>
      <PageHeader title={title} />
      <button type="button" onClick={() => navigate('/user/addUser')}>
        go on
      </button>
    </>
  );
}

const show = (path = '/user/userList') =>
  render(
    <SWRConfig value={{ provider: () => new Map(), shouldRetryOnError: false }}>
      <MemoryRouter initialEntries={[path]}>
        <Routes>
          <Route element={<Shell />}>
            <Route path="/user/userList" element={<Page title="List" />} />
            <Route path="/user/addUser" element={<Page title="Add" />} />
            <Route path="/network/internet" element={<Page title="Internet" />} />
            <Route path="/network/wirless" element={<Page title="Wi-Fi" />} />
          </Route>
          <Route path="*" element={<NotFoundPage />} />
        </Routes>
      </MemoryRouter>
    </SWRConfig>,
  );

beforeAll(() => activateLanguage('en'));
beforeEach(() => {
  setSession(session);
  localStorage.setItem('postern.language', 'en');
  clearToasts();
  vi.stubGlobal('scrollTo', vi.fn());
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(null)));
  fakeTerminal({ SetInfoParam: () => info, checkPower: () => ({ read: true, write: true }) });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  connection.answered();
});

describe('the user menu', () => {
  const openMenu = async (offered: boolean) => {
    fakeTerminal({
      SetInfoParam: () => info,
      checkPower: () => ({ read: true, write: true }),
      SetLanguageSettingItem: () => ({ LanguageSettingItem: 'en', offered }),
    });
    show();
    await screen.findByText('4,218 of 100,000 users');
    fireEvent.click(await screen.findByRole('button', { name: /^Account / }));
  };

  it('offers the language where the terminal has it so', async () => {
    await openMenu(true);
    await screen.findByRole('menuitem', { name: 'Language' });
  });

  it('asks for that once, together with the terminal’s language', async () => {
    localStorage.clear();
    const asked = fakeTerminal({
      SetInfoParam: () => info,
      checkPower: () => ({ read: true, write: true }),
      SetLanguageSettingItem: () => ({ LanguageSettingItem: 'en', offered: false }),
    });
    show();
    await waitFor(() => expect(localStorage.getItem('postern.language')).toBe('en'));
    expect(asked.filter(({ call }) => call === 'SetLanguageSettingItem')).toHaveLength(1);
  });

  it('offers none where it is switched off', async () => {
    await openMenu(false);
    await screen.findByRole('menuitem', { name: 'Modify Password' });
    await waitFor(() => expect(screen.queryByRole('menuitem', { name: 'Language' })).toBeNull());
  });
});

describe('the bar of users', () => {
  it.each([
    [89_999, 'meter-ok', ''],
    [90_000, 'meter-warn', 'Nearly full'],
    [100_000, 'meter-no', 'Full'],
  ])('with %d of 100,000: the tone of every meter, and a word with an icon', async (users, look, word) => {
    fakeTerminal({ SetInfoParam: () => ({ ...info, users }), checkPower: () => ({ read: true, write: true }) });
    show();
    await screen.findByText(/of 100,000 users/);
    const bar = document.querySelector('.sidebar-info');
    expect(bar?.querySelector('.meter-bar')?.className).toContain(look);
    expect(bar?.querySelector('.tag')?.textContent ?? '').toBe(word);
    expect(bar?.querySelectorAll('.tag .icon')).toHaveLength(word === '' ? 0 : 1);
  });
});

describe('the shell', () => {
  it('shows only what the account may see and what works now', async () => {
    show();
    const links = within(screen.getByRole('navigation', { name: 'Main navigation' })).getAllByRole('link');
    expect(links.map((link) => link.textContent)).toEqual(['User']);
    expect(await screen.findByText('4,218 of 100,000 users')).toBeTruthy();
    expect(document.title).toMatch(/^User List – /);
    await waitFor(() => expect(document.title).toMatch(/^User List – North entrance – \w+$/));
  });

  it('shows no group that is not among the roles, and says so on its pages', () => {
    setSession({ ...session, roles: ['network'] });
    show();
    expect(within(screen.getByRole('navigation', { name: 'Main navigation' })).queryAllByRole('link')).toEqual([]);
    expect(screen.getByText('Your account has no right to do this')).toBeTruthy();
    expect(screen.queryByText('List')).toBeNull();
  });

  it('unfolds one group of pages at a time, that of the page at first', () => {
    setSession({ ...session, roles: ['user', 'network', 'basicSetting'] });
    show();
    const group = (name: string) => screen.getByRole('button', { name });
    const links = () =>
      within(screen.getByRole('navigation', { name: 'Main navigation' }))
        .getAllByRole('link')
        .map((link) => link.textContent);
    expect(links()).toEqual(['User']);
    fireEvent.click(group('Network'));
    expect(group('Network').getAttribute('aria-expanded')).toBe('true');
    expect(links()).toContain('Ethernet');
    expect(links()).not.toContain('Choose a Network');
    fireEvent.click(group('Basic Setup'));
    expect(links()).toContain('Working Mode');
    expect(links()).not.toContain('Ethernet');
    fireEvent.click(group('Basic Setup'));
    expect(links()).toEqual(['User']);
  });

  it('moves the focus to the title after a navigation, not at the first page', async () => {
    show();
    expect(document.activeElement).toBe(document.body);
    fireEvent.click(screen.getByRole('button', { name: 'go on' }));
    await waitFor(() => expect(document.activeElement?.tagName).toBe('H1'));
    expect(document.activeElement?.textContent).toBe('Add');
  });

  it('says where the page is', () => {
    show('/user/addUser');
    const crumbs = screen.getByRole('navigation', { name: 'Breadcrumb' });
    expect(
      within(crumbs)
        .getAllByRole('listitem')
        .map((one) => one.textContent),
    ).toEqual(['User', 'User List', 'Add User']);
  });

  it('remembers that the sidebar is small', () => {
    show();
    fireEvent.click(screen.getByRole('button', { name: 'Collapse the sidebar' }));
    expect(localStorage.getItem('postern.sidebar')).toBe('small');
    fireEvent.click(screen.getByRole('button', { name: 'Expand the sidebar' }));
    expect(localStorage.getItem('postern.sidebar')).toBeNull();
  });

  it('tells versions and capacities, of supported modules only', async () => {
    show();
    fireEvent.click(await screen.findByText('4,218 of 100,000 users'));
    const dialog = await screen.findByRole('dialog', { name: 'About this terminal' });
    const meters = within(dialog).getAllByRole('meter');
    expect(meters.map((meter) => meter.getAttribute('aria-valuetext'))).toEqual([
      '4,218 of 100,000',
      '1 of 100,000',
      '2 of 50,000',
      '5 of 1,000,000',
    ]);
    expect(within(dialog).getByText('PT-1')).toBeTruthy();
    expect(durationText(info.uptime)).toBe('1 day 2 h 3 min');
  });

  it('says that the terminal is gone, and asks for everything again when it is back', async () => {
    show();
    await screen.findByText('4,218 of 100,000 users');
    act(() => connection.failed());
    expect(await screen.findByText(/does not answer/)).toBeTruthy();
    expect(screen.getByText('No connection')).toBeTruthy();
    const asked = fakeTerminal({ SetInfoParam: () => ({ ...info, users: 4219 }) });
    act(() => connection.answered());
    await waitFor(() => expect(screen.queryByText(/does not answer/)).toBeNull());
    expect(currentToasts().map(({ text }) => text)).toContain('The terminal answers again');
    expect(asked.every(({ call }) => call !== 'chklogin')).toBe(true);
  });
});

describe('on a phone', () => {
  beforeEach(() => setPhone(true));

  it('the sidebar is a drawer that closes on a change of page', async () => {
    show();
    expect(screen.queryByRole('dialog')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Open the menu' }));
    const drawer = await screen.findByRole('dialog', { name: 'Menu' });
    const cancel = new Event('cancel', { cancelable: true });
    act(() => {
      drawer.dispatchEvent(cancel);
    });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    fireEvent.click(screen.getByRole('button', { name: 'Open the menu' }));
    await screen.findByRole('dialog', { name: 'Menu' });
    fireEvent.click(screen.getByRole('button', { name: 'go on' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('the user list has the icon that leads to /user/userEdit; a deeper page the way back', async () => {
    show();
    const add = await screen.findByRole('link', { name: 'Add user' });
    expect(add.getAttribute('href')).toBe('/user/userEdit');
    fireEvent.click(screen.getByRole('button', { name: 'go on' }));
    const back = await screen.findByRole('link', { name: 'User List' });
    expect(back.getAttribute('href')).toBe('/user/userList');
    expect(screen.queryByRole('link', { name: 'Add user' })).toBeNull();
  });

  it('on a full terminal the icon leads nowhere and says why', async () => {
    fakeTerminal({
      SetInfoParam: () => ({ ...info, users: 100_000 }),
      checkPower: () => ({ read: true, write: true }),
    });
    show();
    const add = await screen.findByRole('button', { name: 'Add user' });
    expect(add.getAttribute('aria-disabled')).toBe('true');
    const why = document.getElementById(add.getAttribute('aria-describedby') ?? '')?.textContent;
    expect(why).toMatch(/^The terminal is full: it holds 100,000 users\./);
    fireEvent.click(add);
    expect(currentToasts().map(({ text }) => text)).toEqual([why]);
    expect(screen.queryByRole('link', { name: 'Add user' })).toBeNull();
  });

  it('who may not write gets no such icon', async () => {
    fakeTerminal({ SetInfoParam: () => info, checkPower: () => ({ read: true, write: false }) });
    show();
    await screen.findByRole('button', { name: 'Account admin' });
    expect(screen.queryByRole('link', { name: 'Add user' })).toBeNull();
  });
});

describe('a terminal without Wi-Fi and printer', () => {
  beforeEach(() => fakeTerminal({ SetInfoParam: () => ({ ...info, drivers: driversOf('ethernet', 'bluetooth') }) }));

  it('has no pages about them in the sidebar', async () => {
    setSession({ ...session, roles: ['user', 'network', 'basicSetting'] });
    show();
    await waitFor(() => expect(document.querySelector('a[href="/network/wirless"]')).toBeNull());
    expect(document.querySelector('a[href="/basicSetting/print"]')).toBeNull();
    for (const path of ['/network/ethernet', '/network/bluetooth', '/basicSetting/authorizationMode']) {
      expect(document.querySelector(`a[href="${path}"]`)).not.toBeNull();
    }
  });

  it('says so where such a page is opened by its address', async () => {
    show('/network/wirless');
    await screen.findByText('This terminal has no module for it');
    expect(screen.getByRole('link', { name: 'Go to the start page' }).getAttribute('href')).toBe('/');
  });

  it('has neither a page of fingerprints nor of the initial card without sensor and reader', async () => {
    setSession({ ...session, roles: ['user', 'basicSetting', 'advSetting'] });
    show();
    await waitFor(() => expect(document.querySelector('a[href="/basicSetting/fingerPrint"]')).toBeNull());
    expect(document.querySelector('a[href="/advSetting/initCard"]')).toBeNull();
    expect(document.querySelector('a[href="/basicSetting/workMode"]')).not.toBeNull();
  });
});

it('a page without the right offers the way back', async () => {
  setSession({ ...session, roles: ['user'] });
  show('/network/internet');
  await screen.findByText('Your account has no right to do this');
  expect(screen.getByRole('link', { name: 'Go to the start page' }).getAttribute('href')).toBe('/');
});

it('an unknown path says so and links home', () => {
  show('/nowhere');
  expect(screen.getByRole('heading', { name: 'Page Not Found' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Go to the start page' }).getAttribute('href')).toBe('/');
});

it('a page that cannot be fetched says Network Error and is loaded again after 1.5 s', async () => {
  vi.useFakeTimers();
  const load = vi.fn();
  const { promise, resolve: answers } = Promise.withResolvers<void>();
  const untilAnswer = vi.fn(() => promise);
  Object.assign(pageOfWindow, { untilAnswer, load });
  const Broken = lazyPage(() => Promise.reject(new TypeError('Failed to fetch')));
  render(
    <Suspense fallback={null}>
      <Broken />
    </Suspense>,
  );
  await vi.advanceTimersByTimeAsync(1499);
  expect(currentToasts().map(({ text }) => text)).toEqual(['Network Error']);
  expect(untilAnswer).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(untilAnswer).toHaveBeenCalledTimes(1);
  expect(load).not.toHaveBeenCalled();
  answers();
  await vi.advanceTimersByTimeAsync(0);
  expect(load).toHaveBeenCalledTimes(1);
});
