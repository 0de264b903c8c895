import type { UpgradeStateReply } from '@gen/upgrade.ts';
import { fireEvent, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { bundle, idle, noLast } from '../features/upgrade/world.ts';

/* Pauses of the page are seconds. */

const PIECE = 262_144;
const SIZE = PIECE + 300;
const HEAD = 65_536;
const file = new File([new Uint8Array(SIZE)], 'postern-1.3.0.swu');

interface Asked {
  readonly call: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly token: string | null;
}
type Answer = (asked: Asked) => object | number | 'away';

let state: UpgradeStateReply;
let asked: Asked[];
let answers: Record<string, Answer>;
let offered: UpgradeStateReply['bundle'];
/** Why the terminal does not start, as the page's head says it; '' where it does. */
let recovery: string;

/** A terminal that takes a firmware file as it should; a number is a code that it refuses with. */
const terminal: Record<string, Answer> = {
  engineerLogin: ({ body }) =>
    (body as { password: string }).password === 'right' ? { token: 'secret-token' } : 40302,
  upgradeState: () => state,
  SetInfoParam: () => ({ Serial: 'PT-7K3MQ4ZX2N' }),
  UpdateMachine: ({ query, body }) => {
    const offset = Number(query['offset']);
    const total = Number(query['total']);
    if (offset === 0) {
      state = { ...state, step: 'offered', own: true, name: file.name, total, received: HEAD, bundle: offered };
    } else state = { ...state, received: offset + (body as Blob).size };
    if (state.received === total) state = { ...state, step: 'checking', done: 30 };
    return { received: state.received, step: state.step, bundle: offered };
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

async function answerOf(address: string, init: RequestInit): Promise<Response> {
  const url = new URL(address, 'http://terminal');
  const call = url.pathname.replace('/goform/', '');
  const headers = init.headers as Record<string, string> | undefined;
  const body = typeof init.body === 'string' ? JSON.parse(init.body) : init.body;
  const one = { call, query: Object.fromEntries(url.searchParams), body, token: headers?.['token'] ?? null };
  asked.push(one);
  const answer = answers[call]?.(one) ?? {};
  if (answer === 'away') throw new TypeError('away');
  const envelope =
    typeof answer === 'number'
      ? { code: 'error', retvalue: answer, msg: answer }
      : { code: 'success', retvalue: 0, msg: 0, data: answer };
  const fields: Record<string, string> = {
    ...(answer === 12004 && { 'retry-after': '70' }),
    ...(call === '/up' && recovery !== '' && { 'postern-recovery': recovery }),
  };
  return new Response(JSON.stringify(envelope), { headers: fields });
}

/** A page has no end: what it would do later is not done in the next test. */
const timers = new Set<ReturnType<typeof setTimeout>>();
const setTimer = setTimeout;

beforeEach(() => {
  vi.resetModules();
  asked = [];
  answers = { ...terminal };
  state = idle;
  offered = bundle;
  recovery = '';
  document.title = 'Postern';
  document.body.replaceChildren();
  localStorage.setItem('postern.language', 'en');
  vi.stubGlobal('fetch', vi.fn(answerOf));
  vi.stubGlobal('setTimeout', (run: () => void, ms?: number) => {
    const timer = setTimer(run, ms);
    timers.add(timer);
    return timer;
  });
});
afterEach(async () => {
  for (const timer of timers) clearTimeout(timer);
  timers.clear();
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  vi.stubGlobal('setTimeout', () => 0);
  await new Promise((resolve) => setTimer(resolve, 0)); // what is on its way comes to rest there
  vi.unstubAllGlobals();
  localStorage.clear();
});

const open = () => import('../../../web/up/main.ts');
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));
const requests = (call: string) => asked.filter((one) => one.call === call);

async function signIn(password = 'right') {
  fireEvent.input(await screen.findByLabelText('Engineer password'), { target: { value: password } });
  await press('Sign in');
}

async function choose(one: File) {
  await screen.findByRole('button', { name: 'Choose file' });
  const input = document.querySelector('input[type=file]') as HTMLInputElement;
  Object.defineProperty(input, 'files', { value: [one], configurable: true });
  fireEvent.change(input);
}

describe('signing in', () => {
  it('says a wrong password, and asks again', async () => {
    await open();
    await signIn('wrong');
    await screen.findByText('This is not the engineer password');
    await signIn();
    await screen.findByRole('heading', { name: 'New firmware' });
    expect(requests('upgradeState')[0]?.token).toBe('secret-token');
  });

  it('keeps the token nowhere', async () => {
    await open();
    await signIn();
    await screen.findByRole('heading', { name: 'New firmware' });
    expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])).not.toContain('secret-token');
  });

  it('counts down, says that the page is closed, and that nobody answers', async () => {
    answers['engineerLogin'] = () => 12004;
    await open();
    await signIn();
    const button = await screen.findByRole('button', { name: /^Wait (70|69) s$/ });
    expect(button).toHaveProperty('disabled', true);
    vi.resetModules();
    document.body.replaceChildren();
    answers['engineerLogin'] = () => 12024;
    await open();
    await signIn();
    await screen.findByText(/^This page is closed/);
    answers['engineerLogin'] = () => 'away';
    await signIn();
    await screen.findByText('The terminal does not answer');
  });

  it.each([
    ['ar', 'rtl', 'كلمة مرور الفني'],
    ['es', 'ltr', 'Contraseña del técnico'],
  ])('speaks %s', async (language, direction, label) => {
    localStorage.setItem('postern.language', language);
    await open();
    await screen.findByLabelText(label);
    expect(document.documentElement.dir).toBe(direction);
    expect(document.documentElement.lang).toBe(language);
  });
});

describe('a firmware file', () => {
  it('is judged, shown, sent and followed through the restart', async () => {
    await open();
    await signIn();
    await choose(file);
    await screen.findByRole('heading', { name: 'From 1.2.0 to 1.3.0' });
    for (const text of ['Postern Release 2026', '18 MB', 'postern-1.3.0.swu']) screen.getByText(text);
    expect(requests('UpdateMachine')).toHaveLength(1);
    await press('Upgrade');
    await waitFor(() => expect(document.querySelector('[aria-current] progress')).toHaveProperty('value', 30));
    expect(requests('upgradeStart')[0]?.body).toEqual({});
    expect(requests('UpdateMachine').map(({ query }) => query['offset'])).toEqual(['0', String(HEAD)]);
    state = { ...idle, step: 'switching' };
    await screen.findByRole('heading', { name: 'Restart' });
    answers['/up'] = () => 'away';
    await waitFor(() => expect(requests('/up').length).toBeGreaterThan(1));
    delete answers['/up'];
    await screen.findByText(/restarted with another firmware/);
    state = { ...idle, version: '1.3.0', last: { ...noLast, end: 'confirmed', from: '1.2.0', to: '1.3.0', at: 1 } };
    await signIn();
    await screen.findByText(/1.3.0 proved itself/);
  });

  it.each([
    [12131, /^The signature of this firmware file is wrong.*Fetch it again/],
    [12135, /is for another board/],
    [10102, /^Upload file format Error/],
    [99_999, /^Error 99999/],
  ])('%i is said, and another can be chosen', async (code, text) => {
    answers['UpdateMachine'] = () => code;
    await open();
    await signIn();
    await choose(file);
    await screen.findByText(text);
    screen.getByRole('button', { name: 'Choose file' });
    expect(requests('upgradeStart')).toEqual([]);
  });

  it('that is empty is not sent', async () => {
    await open();
    await signIn();
    await choose(new File([], 'a.swu'));
    await screen.findByText('This file is empty');
    expect(requests('UpdateMachine')).toEqual([]);
  });

  it('that is older is begun only when the end of the serial number is typed', async () => {
    offered = { ...bundle, version: '1.1.0', older: true };
    await open();
    await signIn();
    await choose(file);
    const button = await screen.findByRole('button', { name: 'Go back to this firmware' });
    screen.getByText(/has weaknesses that were mended since/);
    const box = screen.getByLabelText('Last four characters of the serial number');
    for (const [typed, disabled] of [
      ['zx2', true],
      ['zx2m', true],
      ['zx2n', false],
    ] as const) {
      fireEvent.input(box, { target: { value: typed } });
      expect(button).toHaveProperty('disabled', disabled);
    }
    fireEvent.click(button);
    await waitFor(() => expect(requests('upgradeStart')[0]?.body).toEqual({ force: true, serial: 'ZX2N' }));
  });

  it('is refused at the start, and what for is said there', async () => {
    answers['upgradeStart'] = () => 12120;
    await open();
    await signIn();
    await choose(file);
    await press('Upgrade');
    await screen.findByText(/^A backup is being made or restored now/);
    await press('Another file');
    await screen.findByRole('heading', { name: 'New firmware' });
  });
});

describe('the way', () => {
  const begun = async () => {
    await open();
    await signIn();
    await choose(file);
    await press('Upgrade');
  };

  it('goes on with the file after another sign-in', async () => {
    let isOver = true;
    answers['UpdateMachine'] = (one) => {
      if (one.query['offset'] !== '0' && isOver) {
        isOver = false;
        return 10002;
      }
      return terminal['UpdateMachine']?.(one) ?? 0;
    };
    await begun();
    await screen.findByText('Token Failed. Sign in again.');
    await signIn();
    await waitFor(() => expect(state.step).toBe('checking'));
  });

  it('goes on by itself where a piece had no answer', async () => {
    let isLost = true;
    answers['UpdateMachine'] = (one) => {
      const answer = terminal['UpdateMachine']?.(one) ?? 0;
      if (one.query['offset'] === '0' || !isLost) return answer;
      isLost = false;
      return 'away';
    };
    await begun();
    await waitFor(() => expect(state.step).toBe('checking'));
    expect(requests('UpdateMachine').map(({ query }) => query['offset'])).toEqual(['0', String(HEAD)]);
  });

  it('stops where the file is refused, and goes on when told', async () => {
    let code = 12111;
    answers['UpdateMachine'] = (one) =>
      one.query['offset'] === '0' || code === 0 ? (terminal['UpdateMachine']?.(one) ?? 0) : code;
    await begun();
    await screen.findByRole('heading', { name: 'The file was not sent to its end.' });
    code = 0;
    await press('Go on');
    await waitFor(() => expect(state.step).toBe('checking'));
  });

  it('can be given up', async () => {
    answers['UpdateMachine'] = (one) =>
      one.query['offset'] === '0' ? (terminal['UpdateMachine']?.(one) ?? 0) : 'away';
    await begun();
    await press('Cancel');
    await screen.findByRole('button', { name: 'Choose file' });
    expect(requests('upgradeCancel')).toHaveLength(1);
  });

  it('of a file that is not here any more goes on with the same one, and with no other', async () => {
    state = { ...idle, step: 'receiving', own: true, name: file.name, total: SIZE, received: HEAD, bundle };
    await open();
    await signIn();
    await choose(new File(['x'], 'other.swu'));
    await screen.findByText('This is another file than «postern-1.3.0.swu».');
    await choose(file);
    await waitFor(() => expect(state.step).toBe('checking'));
    expect(requests('UpdateMachine').map(({ query }) => query['offset'])).toEqual([String(HEAD)]);
  });

  it('of a terminal that was back before it was asked again leads to the sign-in', async () => {
    state = { ...idle, step: 'checking', done: 90 };
    await open();
    await signIn();
    await waitFor(() => expect(document.querySelector('progress')).toHaveProperty('value', 90));
    answers['upgradeState'] = () => 10002;
    await screen.findByText(/restarted with another firmware/);
    expect(requests('/up')).toHaveLength(2); // one before each sign-in, and none to see whether it is back
  });

  it('of a firmware on trial is watched, and a terminal that goes away meanwhile restarts', async () => {
    state = { ...idle, step: 'trial', version: '1.3.0' };
    await open();
    await signIn();
    await screen.findByText(/1.3.0 is on trial/);
    answers['upgradeState'] = () => 'away';
    await screen.findByRole('heading', { name: 'Restart' });
  });
});

describe('a terminal that does not start', () => {
  it.each([
    ['newer', /written by a newer firmware/],
    ['state', /is damaged, or its disk cannot be used/],
    ['device', /one of its devices/],
    ['crash', /the firmware crashed/],
    ['start', /neither of its two firmwares/],
    ['a word of another version', /neither of its two firmwares/],
  ])('says so before anybody signs in, and why: %s', async (reason, text) => {
    recovery = reason;
    await open();
    await screen.findByText(/^This terminal is in recovery/);
    screen.getByText(text);
  });

  it('is none where the page says nothing, or nobody answers', async () => {
    answers['/up'] = () => 'away';
    await open();
    await screen.findByLabelText('Engineer password');
    expect(screen.queryByText(/is in recovery/)).toBeNull();
  });

  /** Signed in to a recovery, with the choice of other data. */
  async function chooseData(name: string, kept = { copied: 1_764_000_000, replaced: 0 }) {
    recovery = 'state';
    answers['recoveryState'] = () => kept;
    await open();
    await signIn();
    await press(name);
    await screen.findByRole('heading', { name, level: 2 });
  }

  it('starts with other data, once the end of the serial number is typed', async () => {
    answers['recoverData'] = () => ({});
    await chooseData('Last good copy');
    screen.getByText(/as on Nov 24, 2025/);
    const start = screen.getByRole('button', { name: 'Last good copy' });
    expect(start).toHaveProperty('disabled', true);
    fireEvent.input(screen.getByLabelText('Last four characters of the serial number'), { target: { value: 'zx2n' } });
    fireEvent.click(start);
    await screen.findByRole('heading', { name: 'Restart' });
    expect(requests('recoverData').map(({ body }) => body)).toEqual([{ data: 'copy', serial: 'ZX2N' }]);
  });

  it('offers the data that there is, and erasing; who changes his mind chooses again', async () => {
    await chooseData('Data from before the restore', { copied: 0, replaced: 1_764_000_000 });
    screen.getByText(/last changed on Nov 24, 2025/);
    await press('Cancel');
    await screen.findByRole('heading', { name: 'New firmware' });
    expect(screen.queryByRole('button', { name: 'Last good copy' })).toBeNull();
    await press('Erase everything');
    await screen.findByText(/cannot be undone/);
    expect(requests('recoverData')).toEqual([]);
  });

  it('says why the terminal refused, and lets it be tried again', async () => {
    answers['recoverData'] = () => 12034;
    await chooseData('Erase everything');
    fireEvent.input(screen.getByLabelText('Last four characters of the serial number'), { target: { value: 'ZX2N' } });
    await press('Erase everything');
    await screen.findByText(/not the end of the serial number/);
    expect(screen.getByRole('button', { name: 'Erase everything' })).toHaveProperty('disabled', true);
  });

  it('has no other data where it starts', async () => {
    await open();
    await signIn();
    await screen.findByRole('heading', { name: 'New firmware' });
    expect(screen.queryByRole('button', { name: 'Erase everything' })).toBeNull();
    expect(requests('recoveryState')).toEqual([]);
  });

  it('says it again where another firmware did not start either', async () => {
    recovery = 'start';
    state = { ...idle, step: 'switching' };
    await open();
    await signIn();
    answers['upgradeState'] = () => 10002;
    await screen.findByText(/^This terminal is in recovery/);
    expect(screen.queryByText(/restarted with another firmware/)).toBeNull();
  });
});

it('says where there is nothing to upgrade', async () => {
  state = { ...idle, fitted: false };
  await open();
  await signIn();
  await screen.findByText(/cannot be upgraded here/);
});

it('tells why the terminal went back', async () => {
  const last = {
    ...noLast,
    end: 'wentBack',
    reason: 'selfTest',
    device: 'camera',
    from: '1.2.0',
    to: '1.3.0',
  } as const;
  state = { ...idle, last: { ...last, at: 1, records: 3 } };
  await open();
  await signIn();
  await screen.findByText(/1.3.0 did not stay; 1.2.0 runs again/);
  screen.getByText(/did not answer it: camera/);
  screen.getByText(/3 taken over, 0 could not be read/);
});
