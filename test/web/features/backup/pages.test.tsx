import type { BackupStateReply, RestoreLookReply, RestoreStateReply, SetBackupParamReply } from '@gen/backup.ts';
import { ErrorCode } from '@gen/errors.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { routes } from '../../../../web/app/routes.tsx';
import { BackupPage } from '../../../../web/features/backup/BackupPage.tsx';
import { sayRestored } from '../../../../web/features/backup/sayRestored.ts';
import { forgetSending } from '../../../../web/features/backup/upload.ts';
import { ApiError } from '../../../../web/lib/api/apiError.ts';
import { farewell, isGoodFarewell, sayFarewell } from '../../../../web/lib/farewell.ts';
import { activateLanguage } from '../../../../web/lib/i18n.ts';
import { PIECE_OCTETS } from '../../../../web/lib/pieces.ts';
import { restartWatch } from '../../../../web/lib/restart.ts';
import { takeRestore } from '../../../../web/lib/restoring.ts';
import { currentSession, setSession } from '../../../../web/lib/session.ts';
import { setSiteMap } from '../../../../web/lib/siteMap.ts';
import { clearToasts, currentToasts } from '../../../../web/ui/toast.ts';
import { account } from '../../account.ts';
import { type Answer, fakeTerminal, refusal } from '../../fakeTerminal.ts';
import { requests, show } from '../../show.tsx';
import { info } from '../machine/info.ts';

const state: BackupStateReply = {
  users: 40,
  records: 1834,
  databaseOctets: 2_000_000,
  photos: 3,
  photoOctets: 600_000,
  last: 0,
  making: false,
  done: 0,
};
const nothing: RestoreStateReply = {
  step: 'none',
  name: '',
  own: false,
  holder: '',
  received: 0,
  total: 0,
  done: 0,
  restoredFrom: '',
  restoredMade: 0,
  code: 0,
};
const copies: SetBackupParamReply = {
  plan: 'off',
  hour: 2,
  keep: 7,
  photos: false,
  hasPassphrase: false,
  revision: 3,
  state: { folder: '', writable: false, count: 0, last: 0, lastOctets: 0, code: 0, next: 0, making: false },
};
const look: RestoreLookReply = {
  serial: 'PT-AAAABBBBCC',
  origin: 'other',
  deviceName: 'North gate',
  made: 1_790_000_000,
  version: '0.4.2',
  newer: false,
  users: 12,
  records: 900,
  photos: 0,
  keys: false,
  usersNow: 40,
  recordsNow: 1834,
  recordsLater: 17,
};
const PASSPHRASE = 'a long passphrase';

beforeAll(async () => {
  await activateLanguage('en');
  setSiteMap(routes);
});
beforeEach(() => {
  setSession(account());
  vi.spyOn(restartWatch, 'begin').mockImplementation(() => undefined);
  vi.stubGlobal('showSaveFilePicker', undefined);
  URL.createObjectURL = () => 'blob:x';
  URL.revokeObjectURL = () => undefined;
});
afterEach(() => {
  forgetSending();
  clearToasts();
  takeRestore();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  setSession(null);
});

async function open(answers: Record<string, Answer> = {}) {
  const asked = fakeTerminal({
    checkPower: () => ({ read: true, write: true }),
    SetInfoParam: () => info,
    SetBackupParam: () => copies,
    backupState: () => state,
    restoreState: () => nothing,
    settinghistory: () => ({ changes: [] }),
    ...answers,
  });
  show(<BackupPage />);
  await screen.findByRole('heading', { level: 2, name: 'Back up now' });
  return asked;
}

const card = (name: string) => within(screen.getByRole('region', { name }));
const dialog = () => within(screen.getByRole('dialog'));
const type = (label: string, value: string) => fireEvent.input(dialog().getByLabelText(label), { target: { value } });
const press = (name: string, where: Pick<typeof screen, 'getByRole'> = screen) =>
  fireEvent.click(where.getByRole('button', { name }));

function choose(region: string, file: File) {
  const input = screen.getByRole('region', { name: region }).querySelector('input[type=file]') as HTMLInputElement;
  Object.defineProperty(input, 'files', { value: [file], configurable: true });
  act(() => {
    input.dispatchEvent(new Event('change', { bubbles: true }));
  });
}

describe('backing up', () => {
  const begin = async (answers: Record<string, Answer> = {}) => {
    const asked = await open(answers);
    await waitFor(() => card('Back up now').getByText('1,834'));
    press('Back up…');
    return asked;
  };

  it('says what it would hold, and asks for a passphrase twice', async () => {
    const asked = await begin();
    type('Passphrase', 'too short');
    press('Make backup', dialog());
    await dialog().findByText('12 to 128 characters');
    type('Passphrase', PASSPHRASE);
    type('Passphrase again', `${PASSPHRASE}x`);
    press('Make backup', dialog());
    await dialog().findByText('The two passphrases differ');
    expect(requests(asked, 'DownloadBackup')).toEqual([]);
  });

  it('asks for what was chosen, tells how far it is, and saves the file', async () => {
    let finish: (value: unknown) => void = () => undefined;
    let progress: ((octets: number) => void) | undefined;
    const asked = await begin({
      DownloadBackup: (_, options) => {
        progress = options.onProgress;
        return new Promise((resolve) => {
          finish = resolve;
        });
      },
    });
    fireEvent.click(dialog().getByRole('checkbox', { name: /keys of this terminal/ }));
    type('Passphrase', PASSPHRASE);
    type('Passphrase again', PASSPHRASE);
    press('Make backup', dialog());
    await waitFor(() => expect(progress).toBeDefined());
    progress?.(1_300_000);
    await waitFor(() => card('Back up now').getByText('1.3 MB of about 2.6 MB'));
    expect(card('Back up now').getByRole('progressbar').getAttribute('aria-valuenow')).toBe('50');
    expect(screen.queryByRole('dialog')).toBeNull();
    finish({ name: 'postern.backup', content: new Blob(['x'.repeat(2000)]) });
    await card('Back up now').findByText(/Backup saved: postern.backup, 2 kB/);
    expect(requests(asked, 'DownloadBackup')).toEqual([{ passphrase: PASSPHRASE, photos: true, keys: true }]);
  });

  it('tells how far the copy of the database is before the file comes', async () => {
    let making = false;
    await begin({
      backupState: () => (making ? { ...state, making, done: 40 } : state),
      DownloadBackup: (_request, { signal }) => {
        making = true;
        return new Promise((_, reject) =>
          signal?.addEventListener('abort', () => reject(new ApiError('aborted', 'DownloadBackup'))),
        );
      },
    });
    type('Passphrase', PASSPHRASE);
    type('Passphrase again', PASSPHRASE);
    press('Make backup', dialog());
    await waitFor(() => card('Back up now').getByText('Copying the database'));
    card('Back up now').getByText('40 %');
    making = false;
    press('Cancel', card('Back up now'));
    await card('Back up now').findByText('No backup was saved.');
  });

  it('a refusal stays in the dialog', async () => {
    await begin({
      DownloadBackup: () => {
        throw refusal('DownloadBackup', ErrorCode.backupRunning);
      },
    });
    type('Passphrase', PASSPHRASE);
    type('Passphrase again', PASSPHRASE);
    press('Make backup', dialog());
    await dialog().findByText(/backup is being made or restored now/);
    expect(card('Back up now').queryByRole('progressbar')).toBeNull();
  });

  it('a passphrase that is made up fills the first field alone', async () => {
    await begin();
    press('Make one up', dialog());
    const shown = dialog().getByRole('textbox', { name: 'Passphrase' }) as HTMLTextAreaElement;
    expect(shown.value).toMatch(/^[a-z2-9-]{24}$/);
    expect((document.querySelector('input[name=passphrase]') as HTMLInputElement).value).toBe(shown.value);
    expect((dialog().getByLabelText('Passphrase again') as HTMLInputElement).value).toBe('');
  });

  it('goes straight to the disk where the browser can', async () => {
    const into = new WritableStream();
    const taken: unknown[] = [];
    vi.stubGlobal('showSaveFilePicker', async () => ({ name: 'mine.backup', createWritable: async () => into }));
    await begin({
      DownloadBackup: (_, options) => {
        taken.push(options.into);
        options.onProgress?.(7000);
        return { name: 'x', content: new Blob() };
      },
    });
    type('Passphrase', PASSPHRASE);
    type('Passphrase again', PASSPHRASE);
    press('Make backup', dialog());
    await card('Back up now').findByText(/Backup saved: mine.backup, 7 kB/);
    expect(taken).toEqual([into]);
  });

  it('says that the disk of this computer is full, and leaves no file', async () => {
    const remove = vi.fn(async () => undefined);
    vi.stubGlobal('showSaveFilePicker', async () => ({
      name: 'mine.backup',
      createWritable: async () => new WritableStream(),
      remove,
    }));
    await begin({
      DownloadBackup: (_, options) => {
        options.onProgress?.(7000);
        throw new DOMException('no room', 'QuotaExceededError');
      },
    });
    type('Passphrase', PASSPHRASE);
    type('Passphrase again', PASSPHRASE);
    press('Make backup', dialog());
    await card('Back up now').findByText(/could not be written on this computer/);
    expect(remove).toHaveBeenCalled();
  });

  it('is for admin', async () => {
    setSession(account({ account: '7' }));
    await open();
    await card('Back up now').findByText(/Only admin/);
    expect(screen.queryByRole('button', { name: 'Back up…' })).toBeNull();
    expect(screen.queryByRole('region', { name: 'Restore' })).toBeNull();
  });
});

describe('restoring', () => {
  const uploaded: RestoreStateReply = {
    ...nothing,
    step: 'uploaded',
    own: true,
    name: 'a.backup',
    received: 9,
    total: 9,
  };

  it('sends the file in pieces, goes on where the line broke, and shows that it is there', async () => {
    const octets = PIECE_OCTETS + 10;
    const sent: [number, number][] = [];
    let received = 0;
    let broken = true;
    const asked = await open({
      restoreState: () =>
        received === octets
          ? { ...uploaded, received, total: octets }
          : { ...nothing, step: 'uploading', own: true, name: 'a.backup', total: octets, received },
      restoreUpload: (request: { offset: number }, { body }) => {
        sent.push([request.offset, body?.size ?? 0]);
        expect(body?.type).toBe('application/octet-stream');
        received = request.offset + (body?.size ?? 0);
        if (broken) {
          broken = false;
          throw new ApiError('network', 'restoreUpload');
        }
        return { received };
      },
    });
    await card('Restore').findByText('Choose a backup, or drop it here');
    choose('Restore', new File([new Uint8Array(octets)], 'a.backup'));
    await card('Restore').findByText(/«a.backup» is on the terminal/);
    expect(sent).toEqual([
      [0, PIECE_OCTETS],
      [PIECE_OCTETS, 10],
    ]);
    expect(requests(asked, 'restoreUpload')[0]).toEqual({ offset: 0, total: octets, name: 'a.backup' });
  });

  it('goes on with a file that was begun before', async () => {
    const octets = PIECE_OCTETS + 10;
    const begun = { ...nothing, step: 'uploading' as const, own: true, name: 'a.backup', total: octets, received: 7 };
    const asked = await open({ restoreState: () => begun, restoreUpload: () => ({ received: octets }) });
    await card('Restore').findByText(/«a.backup» was not sent to its end/);
    choose('Restore', new File([new Uint8Array(octets)], 'a.backup'));
    await waitFor(() => expect(requests(asked, 'restoreUpload')).toHaveLength(1));
    expect(requests(asked, 'restoreUpload')).toEqual([{ offset: 7, total: octets, name: 'a.backup' }]);
  });

  it('another file begins anew, and a refusal says why', async () => {
    const asked = await open({
      restoreState: () => ({ ...nothing, step: 'uploading', own: true, name: 'a.backup', total: 10, received: 7 }),
      restoreUpload: () => {
        throw refusal('restoreUpload', ErrorCode.backupFormat);
      },
      restoreCancel: () => ({}),
    });
    await card('Restore').findByText(/was not sent to its end/);
    choose('Restore', new File(['123456789'], 'b.backup'));
    await card('Restore').findByText('This file is no backup of a terminal');
    expect(requests(asked, 'restoreUpload')).toEqual([{ offset: 0, total: 9, name: 'b.backup' }]);
    press('Cancel', card('Restore'));
    await waitFor(() => expect(requests(asked, 'restoreCancel')).toHaveLength(1));
    await card('Restore').findByText('Choose a backup, or drop it here');
  });

  const opened = async (answers: Record<string, Answer> = {}) => {
    const asked = await open({ restoreState: () => uploaded, restoreLook: () => look, ...answers });
    await waitFor(() => press('Open…'));
    type('Passphrase', PASSPHRASE);
    press('Open', dialog());
    return asked;
  };
  const preview = () => screen.findByRole('dialog', { name: 'Restore this backup?' });

  it('a wrong passphrase is said at its field', async () => {
    await opened({
      restoreLook: () => {
        throw refusal('restoreLook', ErrorCode.backupPassphrase);
      },
    });
    await dialog().findByText('This is not the passphrase of the backup');
    expect(dialog().getByLabelText('Passphrase').getAttribute('aria-invalid')).toBe('true');
  });

  it('shows what is in it beside what is lost, and wants the end of the serial number', async () => {
    const asked = await opened({ restoreStart: () => ({}) });
    await preview();
    const rows = dialog()
      .getAllByRole('row')
      .map(({ textContent }) => textContent);
    expect(rows).toEqual([
      'In the backupHere; will be lost',
      'Users1240',
      'Records9001,834',
      'Of these, since it was made–17',
      'Photos of the lognone in it3',
    ]);
    dialog().getByText('17 records were written since the backup was made; they are lost.');
    expect(dialog().queryByRole('checkbox')).toBeNull();
    const restore = dialog().getByRole('button', { name: 'Restore' }) as HTMLButtonElement;
    expect(restore.disabled).toBe(true);
    type('Last four characters of the serial number', 'zzzz');
    press('Restore', dialog());
    await dialog().findByText('This is not the end of the serial number');
    expect(requests(asked, 'restoreStart')).toEqual([]);
    type('Last four characters of the serial number', info.Serial.slice(-4).toLowerCase());
    press('Restore', dialog());
    await waitFor(() =>
      expect(requests(asked, 'restoreStart')).toEqual([
        { passphrase: PASSPHRASE, keys: false, serial: info.Serial.slice(-4) },
      ]),
    );
    expect(takeRestore()).toBe(true);
  });

  it('takes keys where there are some, with a warning', async () => {
    const asked = await opened({ restoreLook: () => ({ ...look, keys: true }), restoreStart: () => ({}) });
    await preview();
    fireEvent.click(dialog().getByRole('checkbox', { name: /serial number and its TLS key/ }));
    dialog().getByText(/Two terminals must not run with the same keys/);
    type('Last four characters of the serial number', info.Serial.slice(-4));
    press('Restore', dialog());
    await waitFor(() => expect(requests(asked, 'restoreStart')).toMatchObject([{ keys: true }]));
  });

  it('a backup of a newer firmware is shown and cannot be taken', async () => {
    await opened({ restoreLook: () => ({ ...look, newer: true }) });
    await preview();
    dialog().getByText(/newer firmware \(0\.4\.2\)/);
    expect(dialog().queryByLabelText('Last four characters of the serial number')).toBeNull();
    expect((dialog().getByRole('button', { name: 'Restore' }) as HTMLButtonElement).disabled).toBe(true);
  });

  it('says that nothing was changed when it fails', async () => {
    await opened({
      restoreStart: () => {
        throw refusal('restoreStart', ErrorCode.backupDamaged);
      },
    });
    await preview();
    type('Last four characters of the serial number', info.Serial.slice(-4));
    press('Restore', dialog());
    await dialog().findByText(/Nothing was changed/);
    dialog().getByText('The backup is damaged');
    expect(takeRestore()).toBe(false);
  });

  it('how far it is, how it failed, and what it came to stand in the card', async () => {
    let now: RestoreStateReply = { ...uploaded, step: 'checking', total: 100, done: 25 };
    await open({ restoreState: () => now });
    expect((await card('Restore').findByRole('progressbar')).getAttribute('aria-valuenow')).toBe('25');
    now = { ...nothing, step: 'failed', code: ErrorCode.backupDamaged };
    await card('Restore').findByText(/Nothing was changed/);
    card('Restore').getByText('The backup is damaged');
  });

  it('follows the terminal into its restart, whoever began it', async () => {
    await open({ restoreState: () => ({ ...nothing, step: 'restarting' }) });
    await waitFor(() => expect(restartWatch.begin).toHaveBeenCalled());
    expect(takeRestore()).toBe(true);
    await waitFor(() => expect(currentSession()).toBeNull());
  });

  it('takes a terminal that is silent while it tests for one that restarts', async () => {
    let isDown = false;
    await open({
      restoreState: () => {
        if (isDown) throw new ApiError('network', 'restoreState');
        return { ...uploaded, step: 'checking', done: 9 };
      },
    });
    await card('Restore').findByRole('progressbar');
    expect(restartWatch.begin).not.toHaveBeenCalled();
    isDown = true;
    await waitFor(() => expect(restartWatch.begin).toHaveBeenCalled());
    await waitFor(() => expect(currentSession()).toBeNull());
  });

  it('says whose accounts they are where the terminal is back before it was asked again', async () => {
    let isBack = false;
    const asked = await open({
      restoreState: () => {
        if (isBack) throw refusal('restoreState', ErrorCode.tokenFailed);
        return { ...uploaded, step: 'checking', done: 9 };
      },
    });
    await card('Restore').findByRole('progressbar');
    isBack = true;
    const before = requests(asked, 'restoreState').length;
    await waitFor(() => expect(requests(asked, 'restoreState').length).toBeGreaterThan(before));
    sayFarewell('Token Failed');
    expect([farewell(), isGoodFarewell()]).toEqual([expect.stringMatching(/now those of the backup/), true]);
    expect(restartWatch.begin).not.toHaveBeenCalled();
    expect(takeRestore()).toBe(true);
  });

  it('is given up while it is tested', async () => {
    let now: RestoreStateReply = { ...uploaded, step: 'checking', done: 1 };
    const asked = await open({
      restoreState: () => now,
      restoreCancel: () => {
        now = { ...nothing, step: 'cancelled' };
        return {};
      },
    });
    await waitFor(() => press('Cancel', card('Restore')));
    await card('Restore').findByText('Choose a backup, or drop it here');
    expect(requests(asked, 'restoreCancel')).toHaveLength(1);
  });

  it('is told behind the restart', async () => {
    const done: RestoreStateReply = {
      ...nothing,
      step: 'restored',
      restoredFrom: 'PT-AAAABBBBCC',
      restoredMade: 1_790_000_000,
    };
    await open({ restoreState: () => done });
    await card('Restore').findByText(/Restored from the backup of PT-AAAABBBBCC of .*2026/);
    await sayRestored();
    expect(currentToasts().map(({ tone, text }) => [tone, text.slice(0, 40)])).toEqual([
      ['ok', 'Restored from the backup of PT-AAAABBBBC'],
    ]);
  });
});

describe('copies by plan', () => {
  const given = { ...copies.state, folder: '/srv/copies', writable: true };

  it('without a folder there is nothing to set', async () => {
    await open();
    await card('Copies by plan').findByText(/was given no folder/);
    expect(document.querySelector('form [name^=plan]')).toBeNull();
    expect(card('Copies by plan').queryByRole('button')).toBeNull();
  });

  it('a plan that is set can be taken back where the folder is missing now', async () => {
    await open({ SetBackupParam: () => ({ ...copies, plan: 'daily' }) });
    await card('Copies by plan').findByRole('radio', { name: 'None' });
  });

  it('says why the last one failed, and that the folder is gone', async () => {
    await open({
      SetBackupParam: () => ({ ...copies, state: { ...given, writable: false, code: ErrorCode.backupFolder } }),
    });
    await card('Copies by plan').findByText(/\/srv\/copies is not there/);
    card('Copies by plan').getByText('The last copy failed.', { exact: false });
  });

  it('needs a passphrase, and saved changes, before one is made at once', async () => {
    await open({ SetBackupParam: () => ({ ...copies, state: given }) });
    const now = await card('Copies by plan').findByRole('button', { name: 'Make one now' });
    expect((now as HTMLButtonElement).disabled).toBe(true);
    card('Copies by plan').getByText(/they need a passphrase/);
  });

  it('makes one at once, follows it, and says how it went', async () => {
    let step = 0;
    const asked = await open({
      backupNow: () => {
        step = 1;
        return {};
      },
      SetBackupParam: () => ({
        ...copies,
        hasPassphrase: true,
        state: { ...given, making: step === 1, count: step, last: step > 1 ? 1_790_000_000 : 0, lastOctets: 4000 },
      }),
      backupState: () => ({ ...state, making: step === 1, done: 60 }),
    });
    press('Make one now', card('Copies by plan'));
    await card('Copies by plan').findByText('A copy is being made');
    expect(requests(asked, 'backupNow')).toHaveLength(1);
    step = 2;
    await waitFor(() => expect(currentToasts().map(({ text }) => text)).toContain('Copy made: 4 kB'));
    await waitFor(() => expect(card('Copies by plan').queryByText('A copy is being made')).toBeNull());
  });
});

describe('the settings alone', () => {
  const found = {
    serial: 'PT-AAAABBBBCC',
    version: '0.5.0',
    made: 1_790_000_000,
    differences: [
      { page: 'Ethernet', setting: 'mode', before: 'dhcp', after: 'fixed', code: 0 },
      { page: 'MachineParam', setting: 'volume', before: '3', after: '5', code: 0 },
      { page: 'PrintParam', setting: 'baud', before: '9600', after: '1', code: ErrorCode.outOfRange },
    ],
    secrets: [{ page: 'CommMode', setting: 'password' }],
  };
  const looked = async (answers: Record<string, Answer> = {}) => {
    const asked = await open({ settingsLook: () => found, ...answers });
    await waitFor(() => card('Settings alone').getByText('Choose file'));
    choose('Settings alone', new File(['{}'], 'settings.json'));
    return asked;
  };
  const box = (name: string) => card('Settings alone').getByRole('checkbox', { name }) as HTMLInputElement;

  it('shows what differs, and ticks what is safe', async () => {
    await looked();
    await card('Settings alone').findByText(/From PT-AAAABBBBCC · Firmware 0.5.0 · /);
    expect(
      [box('Ethernet'), box('Device'), box('Print Setup')].map(({ checked, disabled }) => [checked, disabled]),
    ).toEqual([
      [false, false],
      [true, false],
      [false, true],
    ]);
    card('Settings alone').getByText('Volume');
    card('Settings alone').getByText(/Not taken: /);
    const link = card('Settings alone').getByRole('link', { name: /\(Communication\)/ });
    expect(link.getAttribute('href')).toBe('/network/commMode');
  });

  it('takes the pages that are ticked after a question, tells of each how it went, and what is to be typed stays', async () => {
    const bodies: unknown[] = [];
    const asked = await looked({
      settingsApply: (_, { body }) => {
        bodies.push(body?.type);
        return {
          saved: ['MachineParam'],
          failed: [{ page: 'Ethernet', setting: 'mode', before: '', after: '', code: ErrorCode.provisionalPending }],
        };
      },
    });
    await waitFor(() => fireEvent.click(box('Ethernet')));
    press('Take 2 pages');
    const question = within(await screen.findByRole('alertdialog'));
    question.getByText(/may lose its connection/);
    press('Take 2 pages', question);
    await card('Settings alone').findByText('1 page was saved: Device.');
    card('Settings alone').getByText(/^Ethernet: .*: Another network change/);
    card('Settings alone').getByText(/Must be typed again/);
    expect(requests(asked, 'settingsApply')).toEqual([{ pages: 'MachineParam,Ethernet' }]);
    expect(bodies).toEqual(['application/octet-stream']);
    press('Choose another file');
    await card('Settings alone').findByText('Choose a settings file, or drop it here');
  });

  it('says that a file is none, is too large, or changes nothing', async () => {
    let answer: Answer = () => {
      throw refusal('settingsLook', ErrorCode.settingsFile);
    };
    const asked = await looked({ settingsLook: (request, options) => answer(request, options) });
    await card('Settings alone').findByText('This is no settings file of a terminal');
    choose('Settings alone', new File([new Uint8Array(131_073)], 'settings.json'));
    await card('Settings alone').findByText('Upload file out of limit size');
    expect(requests(asked, 'settingsLook')).toHaveLength(1);
    answer = () => ({ ...found, differences: [], secrets: [] });
    choose('Settings alone', new File(['{}'], 'settings.json'));
    await card('Settings alone').findByText(/Nothing differs/);
    expect(screen.queryByRole('button', { name: /^Take/ })).toBeNull();
  });
});
