/** A terminal with users, and pages at an address, for the tests of the user pages. */
import type { User } from '@gen/contract.ts';
import { fireEvent, render } from '@testing-library/preact';
import { Link, MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { NEW_SHIFT } from '../../../../web/features/rules/shifts/shiftTimes.ts';
import { FingerprintPage } from '../../../../web/features/users/enrol/FingerprintPage.tsx';
import { AddUserPage } from '../../../../web/features/users/form/AddUserPage.tsx';
import { EditUserPage } from '../../../../web/features/users/form/EditUserPage.tsx';
import { IdentifyPage } from '../../../../web/features/users/form/IdentifyPage.tsx';
import type { EditSeveral } from '../../../../web/features/users/list/several.ts';
import { UserListPage } from '../../../../web/features/users/list/UserListPage.tsx';
import { ConfirmHost } from '../../../../web/ui/ConfirmHost.tsx';
import { ToastRegion } from '../../../../web/ui/ToastRegion.tsx';
import { type Answer, type Asked, fakeTerminal } from '../../fakeTerminal.ts';
import '../../signedIn.ts';

export { requests } from '../../show.tsx';

export function user(change: Partial<User> = {}): User {
  return {
    userid: 7,
    username: 'Grace Okafor',
    cardno: '0',
    hasPassword: false,
    level: 0,
    group: 1,
    identifyMode: 'device',
    identifyFactors: [],
    shift: 0,
    validFrom: '',
    validTo: '',
    employeeNo: '',
    department: '',
    cardno2: '0',
    cardno3: '0',
    cardno4: '0',
    cardno5: '0',
    enrolled: 0,
    revision: 3,
    ...change,
  };
}

export const SHIFTS = [
  { ...NEW_SHIFT, number: 1, name: 'Early', revision: 1 },
  { ...NEW_SHIFT, number: 3, revision: 1 },
];

export const NEW_USER = user({ userid: 42, username: '', revision: 0 });

export function page(users: readonly User[], change: object = {}) {
  const total = users.length;
  return { users, total, totalIsMore: false, position: total > 0 ? 1 : 0, next: '', previous: '', ...change };
}

/** Calls that every page makes, answered for an account that may write. */
export function terminal(answers: Record<string, Answer>): Asked[] {
  return fakeTerminal({
    checkPower: () => ({ read: true, write: true }),
    formerUser: () => ({ named: false, name: '', day: '' }),
    SetInfoParam: () => ({
      buildId: 'b',
      deviceName: 'Door',
      hour24: true,
      funOption: { FACE: 1, FP: 1, IRIS: 0 },
      drivers: [{ name: 'reader', ok: true }],
    }),
    ...answers,
  });
}

let address = '';

function Address() {
  const { pathname, search } = useLocation();
  address = pathname + search;
  return null;
}

/** Where the browser is. */
export function at(): string {
  return address;
}

/** `edit` draws the dialog that changes several. `links`: words of links that lead elsewhere, for a way that no control of the page goes. */
export function open(path: string, links: Readonly<Record<string, string>> = {}, edit?: EditSeveral) {
  return render(
    <>
      <MemoryRouter initialEntries={[path]}>
        <Address />
        {Object.entries(links).map(([word, to]) => (
          <Link key={word} to={to}>
            {word}
          </Link>
        ))}
        <Routes>
          <Route path="/user/userList" element={<UserListPage {...(edit && { edit })} />} />
          <Route path="/user/addUser" element={<AddUserPage />} />
          <Route path="/user/userEdit" element={<EditUserPage />} />
          <Route path="/user/fingerprint" element={<FingerprintPage />} />
          <Route path="/user/identify" element={<IdentifyPage />} />
        </Routes>
      </MemoryRouter>
      <ConfirmHost />
      <ToastRegion />
    </>,
  );
}

/** Chooses an option as a browser tells it (`fireEvent.change` of the library sends `input` under Preact). */
export function choose(select: HTMLElement, value: string): void {
  if (!(select instanceof HTMLSelectElement)) throw new Error('not a select');
  select.value = value;
  fireEvent(select, new Event('change', { bubbles: true }));
}
