/** A terminal that does users in bulk as the contract says, for the tests of its pages. */
import type { BulkErrorsReply, BulkStateReply } from '@gen/bulk.ts';
import { render } from '@testing-library/preact';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { ConfirmHost } from '../../../../web/ui/ConfirmHost.tsx';
import { ToastRegion } from '../../../../web/ui/ToastRegion.tsx';
import { type Answer, type Asked, fakeTerminal } from '../../fakeTerminal.ts';
import { requests as requestsOf } from '../../show.tsx';
import '../../signedIn.ts';

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
  asks: [],
  dateOrder: 'auto',
  calendar: 'gregorian',
  cardBase: 'auto',
  cardGroups: 'auto',
  unnamed: 0,
  ignored: 0,
  leftOut: 0,
};

export const OWN: BulkStateReply = { ...IDLE, own: true, holder: 'admin', name: 'staff.csv', cancellable: true };

export const ALONE = { otherLine: 0, otherUserid: 0, otherName: '', column: 64 };

export const WRONG: BulkErrorsReply = {
  errors: [
    {
      ...ALONE,
      line: 14,
      userid: 1014,
      name: 'Ada Lovelace',
      field: 'cardno',
      text: '4294967999',
      code: 12109,
      otherLine: 9,
    },
    { ...ALONE, line: 45, userid: 0, name: '', field: 'userid', text: 'A-118', code: 40401 },
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
    bulkNames: () => ({ names: [] }),
    bulkMended: () => ({ mended: 0 }),
    bulkBarred: () => ({ reasons: [], people: [] }),
    bulkCancel: () => {
      made.state = { ...made.state, step: made.state.step === 'writing' ? 'cancelled' : 'none' };
      return {};
    },
    ...answers(made),
  });
  return Object.defineProperty(made, 'asked', { get: () => log });
}

export const requests = ({ asked }: World, call: string): unknown[] => requestsOf(asked, call);

export function show(page: ReactNode) {
  return render(
    <>
      <MemoryRouter>{page}</MemoryRouter>
      <ConfirmHost />
      <ToastRegion />
    </>,
  );
}
