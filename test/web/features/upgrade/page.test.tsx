import { ErrorCode } from '@gen/errors.ts';
import type { UpgradeStateReply } from '@gen/upgrade.ts';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/preact';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { mutate, SWRConfig } from 'swr';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { UpgradeNotice } from '../../../../web/features/upgrade/UpgradeNotice.tsx';
import { UpgradePage } from '../../../../web/features/upgrade/UpgradePage.tsx';
import { forget } from '../../../../web/features/upgrade/upload.ts';
import { ApiError } from '../../../../web/lib/api/apiError.ts';
import { farewell, isGoodFarewell } from '../../../../web/lib/farewell.ts';
import { activateLanguage } from '../../../../web/lib/i18n.ts';
import { PIECE_OCTETS } from '../../../../web/lib/pieces.ts';
import { restartWatch } from '../../../../web/lib/restart.ts';
import { setSession } from '../../../../web/lib/session.ts';
import { ConfirmHost } from '../../../../web/ui/ConfirmHost.tsx';
import { clearToasts } from '../../../../web/ui/toast.ts';
import { account } from '../../account.ts';
import { type Answer, type Asked, fakeTerminal, refusal } from '../../fakeTerminal.ts';
import { requests } from '../../show.tsx';
import { bundle, idle, noLast } from './world.ts';

const SIZE = PIECE_OCTETS * 2 + 100;
const file = new File([new Uint8Array(SIZE)], 'postern-1.3.0.swu');
const HEAD = 65_536;

/* With the console's own cache, in which what is known after a call is put. */
const show = (page: ReactNode) =>
  render(
    <SWRConfig value={{ shouldRetryOnError: false, dedupingInterval: 0 }}>
      <MemoryRouter>{page}</MemoryRouter>
      <ConfirmHost />
    </SWRConfig>,
  );

let state: UpgradeStateReply;
let asked: Asked[];

/** A terminal that takes a bundle as it should. */
const terminal: Record<string, Answer> = {
  checkPower: () => ({ read: true, write: true }),
  upgradeState: () => state,
  UpdateMachine: ({ offset, total, name }: { offset: number; total: number; name: string }, { body }) => {
    if (offset === 0) state = { ...state, step: 'offered', own: true, name, total, received: HEAD, bundle, code: 0 };
    else state = { ...state, received: offset + (body?.size ?? 0) };
    if (state.received === total) state = { ...state, step: 'checking', done: 40 };
    return { received: state.received, step: state.step, bundle };
  },
  upgradeStart: () => {
    state = { ...state, step: 'receiving' };
    return {};
  },
  upgradeCancel: () => {
    state = idle;
    return {};
  },
};

beforeAll(() => activateLanguage('en'));
beforeEach(() => {
  setSession(account());
  state = idle;
  vi.spyOn(restartWatch, 'begin').mockImplementation(() => undefined);
});
afterEach(async () => {
  forget();
  clearToasts();
  vi.restoreAllMocks();
  setSession(null);
  cleanup();
  await mutate(() => true, undefined);
});

async function open(answers: Record<string, Answer> = {}) {
  asked = fakeTerminal({ ...terminal, ...answers });
  show(<UpgradePage />);
  await screen.findByText('b-120');
}

const card = () => within(screen.getAllByRole('region', { name: 'New firmware' })[0] as HTMLElement);
const press = (name: string, where: Pick<typeof screen, 'getByRole'> = screen) =>
  fireEvent.click(where.getByRole('button', { name }));

function choose(one: File) {
  const input = document.querySelector('input[type=file]') as HTMLInputElement;
  Object.defineProperty(input, 'files', { value: [one], configurable: true });
  act(() => {
    input.dispatchEvent(new Event('change', { bubbles: true }));
  });
}

const offered = async () => {
  choose(file);
  await screen.findByText('From 1.2.0 to 1.3.0');
};

const started = async () => {
  await offered();
  press('Upgrade', card());
  const dialog = within(await screen.findByRole('alertdialog'));
  press('Upgrade', dialog);
  await waitFor(() => expect(requests(asked, 'upgradeStart')).toHaveLength(1));
};

describe('a bundle', () => {
  it('is judged by its head before anything is written, and shown', async () => {
    await open();
    await offered();
    expect(requests(asked, 'UpdateMachine')).toEqual([{ offset: 0, total: SIZE, name: 'postern-1.3.0.swu' }]);
    expect(requests(asked, 'upgradeStart')).toEqual([]);
    for (const text of ['Postern Release 2026', '18 MB', 'postern-1.3.0.swu']) card().getByText(text);
    expect(card().getByText(/Faster at the door/).textContent).toBe(bundle.notes.join('\n'));
  });

  it('has no more of it sent than the first piece until somebody begins', async () => {
    const sent: number[] = [];
    await open({
      UpdateMachine: (request, options) => {
        sent.push(options.body?.size ?? 0);
        return terminal['UpdateMachine']?.(request, options);
      },
    });
    await offered();
    expect(sent).toEqual([PIECE_OCTETS]);
  });

  it.each([
    [ErrorCode.bundleSignature, /The signature of this firmware file is wrong/, /Fetch it again/],
    [ErrorCode.bundleSignerUnknown, /does not trust whoever signed/, /Take one of the manufacturer/],
    [ErrorCode.bundleSignerExpired, /is not valid now/, /Set the clock/],
    [ErrorCode.bundleSignerPurpose, /is not one for firmware/, /Take one of the manufacturer/],
    [ErrorCode.bundleBoard, /is for another board/, /name of the board/],
    [ErrorCode.bundleNewer, /needs another one before it/, /upgrade to that first/],
    [ErrorCode.bundleDamaged, /is damaged/, /Fetch it again/],
    [ErrorCode.uploadFormat, /Upload file format Error/, /Choose another kind/],
  ])('%i is said where the file was chosen, and another can be chosen', async (code, what, todo) => {
    await open({
      UpdateMachine: () => {
        throw refusal('UpdateMachine', code);
      },
    });
    choose(file);
    const place = await screen.findByText(what);
    expect(place.closest('[role=alert]')?.textContent).toMatch(todo);
    expect(card().getByRole('button', { name: 'Choose file' })).toBeTruthy();
  });

  it('that is older is not begun: only the engineer may', async () => {
    await open({
      UpdateMachine: (request, options) => {
        terminal['UpdateMachine']?.(request, options);
        state = { ...state, bundle: { ...bundle, older: true } };
        return { received: HEAD, step: 'offered', bundle: state.bundle };
      },
    });
    await offered();
    card().getByText(/has weaknesses that were mended since/);
    expect(card().getByRole('link', { name: '/up' }).getAttribute('href')).toBe('/up');
    expect(card().queryByRole('button', { name: 'Upgrade' })).toBeNull();
  });

  it.each([
    [{ earlier: true }, /Its version is lower/],
    [{ same: true }, /the very build that runs/],
    [{ otherBrand: true, brand: 'meridian' }, /another one: meridian/],
  ])('%j is said', async (change, text) => {
    await open({
      UpdateMachine: (request, options) => {
        terminal['UpdateMachine']?.(request, options);
        state = { ...state, bundle: { ...bundle, ...change } };
        return { received: HEAD, step: 'offered', bundle: state.bundle };
      },
    });
    await offered();
    card().getByText(text);
  });

  it('that is empty or too large is not sent', async () => {
    await open();
    choose(new File([], 'a.swu'));
    await screen.findByText('This file is empty');
    const large = new File(['x'], 'a.swu');
    Object.defineProperty(large, 'size', { value: 2 ** 30 + 1 });
    choose(large);
    await screen.findByText('Upload file out of limit size');
    expect(requests(asked, 'UpdateMachine')).toEqual([]);
  });
});

describe('the way', () => {
  it('is asked for, sent from where the terminal says, and followed to the restart', async () => {
    await open();
    await started();
    const sizes = await waitFor(() => {
      const all = requests(asked, 'UpdateMachine') as { offset: number }[];
      expect(all).toHaveLength(3);
      return all.map(({ offset }) => offset);
    });
    expect(sizes).toEqual([0, HEAD, HEAD + PIECE_OCTETS]);
    const bar = await screen.findByRole('progressbar', { name: 'Check' });
    expect(bar.getAttribute('aria-valuenow')).toBe('40');
    expect(screen.getByRole('list', { name: 'Steps of the upgrade' }).querySelectorAll('[data-done]')).toHaveLength(1);
    state = { ...state, step: 'switching' };
    await waitFor(() =>
      expect(restartWatch.begin).toHaveBeenCalledWith('/login?redirect=%2FadvSetting%2FfirmwareUpgrade'),
    );
    expect(farewell()).toMatch(/restarted with another firmware/);
    expect(isGoodFarewell()).toBe(true);
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
  });

  it('a terminal that answers no more while it checks restarts', async () => {
    await open();
    await started();
    await screen.findByRole('progressbar', { name: 'Check' });
    fakeTerminal({
      ...terminal,
      upgradeState: () => {
        throw new ApiError('network', 'upgradeState');
      },
    });
    await waitFor(() => expect(restartWatch.begin).toHaveBeenCalled());
  });

  it('a terminal that was back before it was asked again is signed in to anew, on this page', async () => {
    await open();
    await started();
    await screen.findByRole('progressbar', { name: 'Check' });
    fakeTerminal({
      ...terminal,
      upgradeState: () => {
        throw refusal('upgradeState', ErrorCode.tokenFailed);
      },
    });
    await waitFor(() => expect(farewell()).toMatch(/restarted with another firmware/));
    expect(location.pathname).toBe('/advSetting/firmwareUpgrade');
    expect(restartWatch.begin).not.toHaveBeenCalled();
    history.replaceState(null, '', '/');
  });

  it('says what the start is refused with, and can be tried again', async () => {
    await open({
      upgradeStart: () => {
        throw refusal('upgradeStart', ErrorCode.backupRunning);
      },
    });
    await started();
    await waitFor(() =>
      expect(
        card()
          .getAllByRole('alert')
          .some((one) => one.textContent !== ''),
      ).toBe(true),
    );
    expect(requests(asked, 'UpdateMachine')).toHaveLength(1);
    card().getByRole('button', { name: 'Upgrade' });
  });

  it('goes on after the line was lost', async () => {
    let broken = true;
    await open({
      UpdateMachine: (request: { offset: number }, options) => {
        if (broken && request.offset > HEAD) throw refusal('UpdateMachine', ErrorCode.storageFull);
        return terminal['UpdateMachine']?.(request as never, options);
      },
    });
    await started();
    await screen.findByText('The file was not sent to its end.');
    broken = false;
    press('Go on', card());
    await screen.findByRole('progressbar', { name: 'Check' });
  });

  it('can be given up', async () => {
    await open({
      UpdateMachine: (request: { offset: number }, options) =>
        request.offset > 0
          ? new Promise((_, reject) => options.signal?.addEventListener('abort', () => reject(options.signal?.reason)))
          : terminal['UpdateMachine']?.(request as never, options),
    });
    await started();
    await screen.findByRole('progressbar', { name: 'Send and write' });
    press('Cancel', card());
    await card().findByRole('button', { name: 'Choose file' });
    expect(requests(asked, 'upgradeCancel')).toHaveLength(1);
    expect(restartWatch.begin).not.toHaveBeenCalled();
  });

  it('says why it failed', async () => {
    state = { ...idle, step: 'failed', code: ErrorCode.upgradeFailed };
    await open();
    await screen.findByText(/Not upgraded. The firmware that runs is untouched/);
    await screen.findByText(/Restart it and try again/);
  });

  it('goes on with the same file after a reload, and with no other', async () => {
    state = { ...idle, step: 'receiving', own: true, name: file.name, total: SIZE, received: PIECE_OCTETS, bundle };
    await open();
    await screen.findByText(/was not sent to its end/);
    choose(new File(['x'], 'other.swu'));
    await screen.findByText(/another file than «postern-1.3.0.swu»/);
    expect(requests(asked, 'UpdateMachine')).toEqual([]);
    choose(file);
    await waitFor(() =>
      expect((requests(asked, 'UpdateMachine') as { offset: number }[])[0]?.offset).toBe(PIECE_OCTETS),
    );
  });

  it("another's is shown, and ended only after a question", async () => {
    state = { ...idle, step: 'receiving', holder: '7', total: 200, received: 50, bundle };
    await open();
    await screen.findByText('7 sends a firmware file from another browser.');
    press('Cancel', card());
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(requests(asked, 'upgradeCancel')).toEqual([]);
    press('End it', dialog);
    await card().findByRole('button', { name: 'Choose file' });
  });
});

describe('what became of it', () => {
  const wentBack = { ...noLast, end: 'wentBack', from: '1.2.0', to: '1.3.0', at: 1_790_000_000 } as const;

  it('on trial', async () => {
    state = { ...idle, step: 'trial', version: '1.3.0' };
    await open();
    await screen.findByText(/1.3.0 is on trial/);
    expect(screen.queryByRole('button', { name: 'Choose file' })).toBeNull();
    state = { ...idle, version: '1.3.0', last: { ...noLast, end: 'confirmed', from: '1.2.0', to: '1.3.0', at: 5 } };
    await screen.findByText(/1.3.0 proved itself/);
  });

  it.each([
    [{ reason: 'noStart' }, /did not start/],
    [{ reason: 'selfTest', device: 'camera' }, /did not answer it: Camera/],
    [{ reason: 'selfTest', device: 'later' }, /did not answer it: later/],
    [{ reason: 'noStart', records: 3 }, /3 records it had written were taken over/],
    [{ reason: 'noStart', recordsLost: 1 }, /1 more could not be read/],
  ] as const)('went back: %j', async (change, text) => {
    state = { ...idle, last: { ...wentBack, ...change } };
    await open();
    await screen.findByText(/1.3.0 did not stay; 1.2.0 runs again/);
    await screen.findByText(text);
  });

  it('is told elsewhere to who may know it, and to nobody else', async () => {
    state = { ...idle, last: { ...wentBack, reason: 'noStart' } };
    asked = fakeTerminal(terminal);
    setSession(account({ roles: ['user'] }));
    const { unmount } = show(<UpgradeNotice />);
    expect(requests(asked, 'upgradeState')).toEqual([]);
    unmount();
    setSession(account());
    show(<UpgradeNotice />);
    await screen.findByText(/1.3.0 did not stay/);
    expect(screen.getByRole('link', { name: 'Firmware Upgrade' })).toBeTruthy();
  });
});

describe('a terminal', () => {
  it('without a second slot says so, and takes no file', async () => {
    state = { ...idle, fitted: false, slot: '' };
    await open();
    await screen.findByText(/It has no second slot/);
    expect(document.querySelector('input[type=file]')).toBeNull();
    expect(screen.queryByText('Rescue page')).toBeNull();
  });

  it('shows who may only read what there is, and no button', async () => {
    await open({ checkPower: () => ({ read: true, write: false }) });
    await screen.findByText(/may look at these settings/);
    expect(document.querySelector('input[type=file]')).toBeNull();
    expect(screen.getByRole('button', { name: 'Open it' })).toHaveProperty('disabled', true);
  });

  it('opens and closes the rescue page', async () => {
    await open({
      SetWebUpgradeMode: ({ open: next }: { open: boolean }) => {
        state = { ...state, open: next };
        return {};
      },
    });
    await waitFor(() => expect(screen.getByRole('button', { name: 'Open it' })).toHaveProperty('disabled', false));
    press('Open it');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Close it' }).ariaBusy).toBeNull());
    press('Close it');
    await screen.findByText('Closed');
    expect(requests(asked, 'SetWebUpgradeMode')).toEqual([{ open: true }, { open: false }]);
  });
});
