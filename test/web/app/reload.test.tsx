import '../browser.ts';
import { fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { type ComponentType, Suspense } from 'react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { lazyInBackground } from '../../../web/app/lazyPage.tsx';
import { RestartScreen } from '../../../web/app/RestartScreen.tsx';
import { DisplayPage } from '../../../web/features/devices/display/DisplayPage.tsx';
import { LanguageDialog } from '../../../web/features/devices/display/LanguageDialog.tsx';
import { SecurityPage } from '../../../web/features/network/certificate/SecurityPage.tsx';
import '../../../web/lib/consoleTexts.ts';
import { activateLanguage } from '../../../web/lib/i18n.ts';
import { pageOfWindow, reloadAfterMessage, reloadOnAnswer, reloadSoon } from '../../../web/lib/reload.ts';
import { setSession } from '../../../web/lib/session.ts';
import { currentToasts } from '../../../web/ui/toast.ts';
import { account } from '../account.ts';
import { choose } from '../browser.ts';
import { fakeTerminal } from '../fakeTerminal.ts';
import { show } from '../show.tsx';

const window = { ...pageOfWindow };
const load = vi.fn();
let untilAnswer: ReturnType<typeof vi.fn<() => Promise<void>>>;
let answer: () => void;

beforeAll(() => activateLanguage('en'));
beforeEach(() => {
  load.mockClear();
  const { promise, resolve } = Promise.withResolvers<void>();
  answer = resolve;
  untilAnswer = vi.fn(() => promise);
  Object.assign(pageOfWindow, { untilAnswer, load });
  setSession(account({ roles: ['basicSetting', 'network'] }));
});
afterEach(() => {
  vi.useRealTimers();
  Object.assign(pageOfWindow, window);
});

/** The terminal is asked, nothing is loaded while it is silent, and then once. */
async function loadsOnAnswer(address?: string): Promise<void> {
  await waitFor(() => expect(untilAnswer).toHaveBeenCalledTimes(1));
  expect(load).not.toHaveBeenCalled();
  answer();
  await waitFor(() => expect(load.mock.calls).toEqual([[address]]));
}

const power = () => ({ read: true, write: true });

describe('a part that is fetched in the background', () => {
  const Dialog = () => <p>the dialog</p>;
  const Missing = () => <p>missing</p>;
  const shown = (load: () => Promise<ComponentType>) => {
    const Part = lazyInBackground(load, Missing);
    render(
      <Suspense fallback={null}>
        <Part />
      </Suspense>,
    );
  };

  it('is fetched again when the terminal answers; the page stays', async () => {
    const fetched = vi.fn(() => Promise.resolve<ComponentType>(Dialog)).mockRejectedValueOnce(new Error('offline'));
    shown(fetched);
    await waitFor(() => expect(untilAnswer).toHaveBeenCalledTimes(1));
    expect(fetched).toHaveBeenCalledTimes(1);
    answer();
    await screen.findByText('the dialog');
    expect(load).not.toHaveBeenCalled();
    expect(currentToasts()).toEqual([]);
  });

  it('is replaced by another where that fails too', async () => {
    shown(() => Promise.reject(new Error('offline')));
    await waitFor(() => expect(untilAnswer).toHaveBeenCalledTimes(1));
    answer();
    await screen.findByText('missing');
    expect(load).not.toHaveBeenCalled();
  });
});

describe('a page is loaded anew only once the terminal answers', () => {
  it('at once, after a message, or after 1.5 s', async () => {
    vi.useFakeTimers();
    answer();
    reloadOnAnswer('/login');
    await vi.advanceTimersByTimeAsync(0);
    expect(load.mock.calls).toEqual([['/login']]);
    reloadAfterMessage();
    reloadSoon();
    await vi.advanceTimersByTimeAsync(999);
    expect(load).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(load).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(500);
    expect(load).toHaveBeenCalledTimes(3);
  });

  it('with the language of the user menu', async () => {
    fakeTerminal({ checkPower: power, GetLanguageSettingItem: () => ({ LanguageSetting: 'es' }) });
    show(<LanguageDialog onClose={() => undefined} />);
    fireEvent.click(screen.getByRole('radio', { name: 'Español' }));
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Change the language' });
    await waitFor(() => expect(button.disabled).toBe(false));
    fireEvent.click(button);
    await loadsOnAnswer();
  });

  it('with the language of the display', async () => {
    fakeTerminal({
      checkPower: power,
      SetTimeParam: () => ({
        language: 'en',
        languageMenu: true,
        powerSaving: 'disable',
        dateOrder: 'ymd',
        dateSeparator: '-',
        hour24: true,
        interval: 60,
        syncLocalTime: false,
        keyboardLock: false,
        revision: 3,
        state: { online: true, asleep: false, locked: false },
      }),
      GetTimeParam: () => ({ revision: 4, changed: [] }),
    });
    show(<DisplayPage />);
    choose(await screen.findByRole('combobox', { name: 'Language' }), 'es');
    fireEvent.submit(screen.getByRole('form', { name: 'Display' }));
    await loadsOnAnswer();
  });

  it('with HTTPS only', async () => {
    fakeTerminal({
      checkPower: power,
      SetRestParam: () => ({
        revision: 1,
        httpsOnly: false,
        hsts: false,
        restOn: true,
        webhookOn: false,
        webhookUrl: '',
        hasWebhookSecret: false,
        hasWebhookCa: false,
        state: { https: '0.0.0.0:8443', secure: false, ownCertificate: false, webhook: 'notInstalled' },
      }),
      GetRestParam: () => ({ revision: 9, changed: ['httpsOnly'] }),
    });
    show(<SecurityPage keys={() => null} />);
    fireEvent.click(await screen.findByRole('switch', { name: 'HTTPS only' }));
    fireEvent.submit(screen.getByRole('form', { name: 'Security' }));
    await loadsOnAnswer();
  });

  it('with the button of a restart that takes long, which shows that it tries', async () => {
    render(<RestartScreen restart={{ left: 0, late: true }} />);
    const button = screen.getByRole('button', { name: 'Try now' });
    fireEvent.click(button);
    await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'));
    fireEvent.click(button);
    await loadsOnAnswer('/login');
  });
});

describe('the screen of a restart', () => {
  it('is where a screen reader goes on, and counts down', () => {
    render(<RestartScreen restart={{ left: 30, late: false }} />);
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
    expect(screen.getByRole('timer').getAttribute('aria-label')).toMatch(/30/);
    expect(screen.queryByRole('button', { name: 'Try now' })).toBeNull();
  });
});
