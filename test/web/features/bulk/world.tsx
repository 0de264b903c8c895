/** A terminal that does users in bulk as the contract says, for the tests of its pages. */
import type { BulkErrorsReply, BulkStateReply } from '@gen/bulk.ts';
import { cleanup, configure, render } from '@testing-library/preact';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { mutate } from 'swr';
import { afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { activateLanguage } from '../../../../web/lib/i18n.ts';
import { setSession } from '../../../../web/lib/session.ts';
import { ConfirmHost } from '../../../../web/ui/ConfirmHost.tsx';
import { ToastRegion } from '../../../../web/ui/ToastRegion.tsx';
import { clearToasts } from '../../../../web/ui/toast.ts';
import { account } from '../../account.ts';
import '../../browser.ts';
import { type Answer, type Asked, fakeTerminal } from '../../fakeTerminal.ts';

export const IDLE: BulkStateReply = {
  step: 'none',
  kind: 'users',
  name: '',
  own: false,
  holder: '',
  holderName: '',
  received: 0,
  total: 0,
  at: 0,
  rows: 0,
  added: 0,
  changed: 0,
  same: 0,
  skipped: 0,
  bad: 0,
  raises: false,
  whole: false,
  cancellable: false,
  code: 0,
};

export const OWN: BulkStateReply = { ...IDLE, own: true, holder: 'admin', name: 'staff.csv', cancellable: true };

export const WRONG: BulkErrorsReply = {
  errors: [
    { line: 14, userid: 1014, name: 'Ada Lovelace', field: 'cardno', text: '4294967999', code: 12109 },
    { line: 45, userid: 0, name: '', field: 'userid', text: 'A-118', code: 40401 },
  ],
  total: 2,
};

/** How it stands, which a test and the calls move on. */
export interface World {
  state: BulkStateReply;
  readonly asked: Asked[];
}

export function world(state: BulkStateReply, answers: (world: World) => Record<string, Answer>): World {
  const asked: Asked[] = [];
  const made: World = { state, asked };
  const log = fakeTerminal({
    checkPower: () => ({ read: true, write: true }),
    SetInfoParam: () => ({ buildId: 'b', deviceName: '', hour24: true, funOption: { FACE: 1, FP: 1, IRIS: 0 } }),
    bulkState: () => made.state,
    bulkErrors: () => WRONG,
    bulkCancel: () => {
      made.state = { ...made.state, step: made.state.step === 'writing' ? 'cancelled' : 'none' };
      return {};
    },
    ...answers(made),
  });
  return Object.defineProperty(made, 'asked', { get: () => log });
}

export function requests({ asked }: World, call: string): unknown[] {
  return asked.filter((one) => one.call === call).map(({ request }) => request);
}

export function show(page: ReactNode) {
  return render(
    <>
      <MemoryRouter>{page}</MemoryRouter>
      <ConfirmHost />
      <ToastRegion />
    </>,
  );
}

/* A machine that builds beside is slow: what is waited for comes, only later. */
configure({ asyncUtilTimeout: 10_000 });
vi.setConfig({ testTimeout: 30_000 });

beforeAll(() => activateLanguage('en'));

beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  setSession(account({ roles: ['user'] }));
});

afterEach(async () => {
  vi.restoreAllMocks();
  clearToasts();
  setSession(null);
  cleanup();
  await mutate(() => true, undefined);
});
