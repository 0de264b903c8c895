import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { describe, expect, it, vi } from 'vitest';
import { open, requests, terminal, user } from './world.tsx';

const STATUS = {
  step: 'idle',
  note: 'none',
  userid: 0,
  factor: 'finger',
  index: 0,
  duress: false,
  picture: false,
  presses: 0,
  needed: 0,
  quality: 0,
  duplicate: 0,
  secondsLeft: 0,
  own: false,
  holder: '',
  holderName: '',
};
const module = (change: object = {}) => ({
  factor: 'finger',
  fitted: true,
  online: true,
  capacity: 100,
  count: 1,
  whole: true,
  done: 1,
  total: 1,
  failed: 0,
  ...change,
});
const FINGER = { factor: 'finger', index: 3, duress: true, quality: 80, enrolled: 1_764_000_000 };

function world(
  change: { status?: object; modules?: object[]; credentials?: object[]; power?: boolean; enrolled?: number } = {},
) {
  return terminal({
    checkPower: () => ({ read: true, write: change.power ?? true }),
    GetUserInfo: () => ({ user: user({ cardno: '4711', enrolled: change.enrolled ?? 0 }) }),
    credentials: () => ({ credentials: change.credentials ?? [FINGER], modules: change.modules ?? [module()] }),
    getOnlineEnrollStatus: () => ({ ...STATUS, ...change.status }),
    regfp: () => ({}),
    enrolCancel: () => ({}),
    enrolFace: () => ({}),
    userPhoto: () => ({ name: 'photo.jpg', content: new Blob(['jpeg']) }),
    setDuress: () => ({}),
    delCredential: () => ({}),
  });
}

describe('/user/fingerprint', () => {
  it('says of each finger how it stands, also to who does not see the hands', async () => {
    world();
    open('/user/fingerprint?userid=7');
    const right = await screen.findByRole('group', { name: 'Right hand' });
    expect(
      within(right)
        .getAllByRole('button')
        .map((one) => one.getAttribute('aria-label')),
    ).toEqual([
      'Right thumb, Not enrolled',
      'Right forefinger, Not enrolled',
      'Right middle finger, Not enrolled',
      'Right ring finger, Enrolled, Duress',
      'Right little finger, Not enrolled',
    ]);
    expect(within(screen.getByRole('group', { name: 'Left hand' })).getAllByRole('button')).toHaveLength(5);
  });

  it('enrols the finger that was chosen, with its mark', async () => {
    const asked = world();
    open('/user/fingerprint?userid=7');
    fireEvent.click(await screen.findByRole('button', { name: 'Left thumb, Not enrolled' }));
    fireEvent.click(screen.getByRole('checkbox', { name: 'Duress finger' }));
    fireEvent.click(screen.getByRole('button', { name: 'Enrol: Left thumb' }));
    await waitFor(() =>
      expect(requests(asked, 'regfp')).toEqual([{ userid: 7, factor: 'finger', index: 9, duress: true }]),
    );
  });

  it('takes the mark away from a finger that is enrolled, and deletes it after a question', async () => {
    const asked = world();
    open('/user/fingerprint?userid=7');
    fireEvent.click(await screen.findByRole('button', { name: /^Right ring finger/ }));
    const mark = screen.getByRole('checkbox', { name: 'Duress finger' });
    expect(mark).toHaveProperty('checked', true);
    fireEvent.click(mark);
    await waitFor(() => expect(requests(asked, 'setDuress')).toEqual([{ userid: 7, finger: 3, duress: false }]));
    fireEvent.click(screen.getByRole('button', { name: 'Delete: Right ring finger' }));
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(requests(asked, 'delCredential')).toEqual([{ userid: 7, factor: 'finger', index: 3 }]));
  });

  it('hides what is not fitted, and says why nothing can be enrolled', async () => {
    world({
      modules: [
        module({ online: false }),
        module({ factor: 'face', count: 100 }),
        module({ factor: 'iris', fitted: false }),
      ],
    });
    open('/user/fingerprint?userid=7');
    expect(await screen.findByText('The module does not answer. What is enrolled stays.')).toBeTruthy();
    expect(screen.getByText(/The module is full: it holds 100/)).toBeTruthy();
    expect(screen.queryByText('Right eye')).toBeNull();
    expect(screen.getByRole('button', { name: 'Enrol: Right forefinger' })).toHaveProperty('disabled', true);
    expect(screen.getByRole('button', { name: 'Enrol: Face' })).toHaveProperty('disabled', true);
    expect(screen.getByRole('button', { name: 'Replace the first card' })).toHaveProperty('disabled', false);
  });

  it('names who is enrolling somebody else, and lets nobody begin meanwhile', async () => {
    world({ status: { step: 'present', userid: 9, holder: '20', holderName: 'Bo', needed: 3, secondsLeft: 50 } });
    open('/user/fingerprint?userid=7');
    expect(await screen.findByText(/Bo is enrolling user 9 at the terminal/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Replace the first card' })).toHaveProperty('disabled', true);
  });

  it('is left and returned to; what is to be done stands there with what counted', async () => {
    const asked = world({
      status: { step: 'present', note: 'notSame', userid: 7, index: 9, presses: 2, needed: 3, quality: 70, own: true },
    });
    open('/user/fingerprint?userid=7');
    fireEvent.click(await screen.findByRole('button', { name: 'Show' }));
    const dialog = screen.getByRole('dialog', { name: 'Enrol: Left thumb' });
    expect(within(dialog).getByText('The same finger again')).toBeTruthy();
    expect(within(dialog).getByText('2 of 3')).toBeTruthy();
    expect(within(dialog).getByText(/another one than before/)).toBeTruthy();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Leave it running' }));
    expect(requests(asked, 'enrolCancel')).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Show' }));
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(requests(asked, 'enrolCancel')).toHaveLength(1));
  });

  it('takes the face from the photo of the user, and offers that to who has one', async () => {
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        observe() {}
        disconnect() {}
      },
    );
    const asked = world({ modules: [module({ factor: 'face' })], enrolled: 1 << 13 });
    open('/user/fingerprint?userid=7');
    fireEvent.click(await screen.findByRole('button', { name: 'Use the user’s photo' }));
    await waitFor(() => expect(requests(asked, 'enrolFace')).toEqual([{ userid: 7 }]));
    expect(requests(asked, 'userPhoto')).toEqual([{ userid: 7 }]);
    cleanup();
    vi.unstubAllGlobals();
    world({ modules: [module({ factor: 'face' })] });
    open('/user/fingerprint?userid=7');
    await screen.findByRole('button', { name: 'Choose a picture' });
    expect(screen.queryByRole('button', { name: 'Use the user’s photo' })).toBeNull();
  });

  it.each([
    ['noFace', /No face was found/],
    ['several', /Zoom in until only this person/],
    ['poor', /too small or not clear/],
  ])('says of a picture with %s what to do, and offers nothing that it has not', async (note, words) => {
    const status = { factor: 'face', userid: 7, picture: true, own: true, needed: 1 };
    const now: { status: object } = { status: { ...status, step: 'working' } };
    terminal({
      GetUserInfo: () => ({ user: user() }),
      credentials: () => ({ credentials: [], modules: [module({ factor: 'face' })] }),
      getOnlineEnrollStatus: () => ({ ...STATUS, ...now.status }),
    });
    open('/user/fingerprint?userid=7');
    fireEvent.click(await screen.findByRole('button', { name: 'Show' }));
    const dialog = screen.getByRole('dialog', { name: 'Enrol: Face' });
    within(dialog).getByText('Looking for the face…');
    now.status = { ...status, step: 'failed', note };
    await within(dialog).findByText(words);
    expect(within(dialog).queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it.each([
    ['face', 'poor', /The face was not clear/],
    ['face', 'notSame', /another face than before/],
    ['iris', 'poor', /The eye was not clear/],
    ['finger', 'poor', /Dry the finger/],
    ['finger', 'notSame', /another one than before/],
  ])(
    'of a %s at the terminal that is %s it speaks as of one, and of the time that is left',
    async (factor, note, words) => {
      const status = { factor, userid: 7, own: true, step: 'present', needed: 3, presses: 1, note, secondsLeft: 27 };
      world({ status, modules: [module({ factor })] });
      open('/user/fingerprint?userid=7');
      fireEvent.click(await screen.findByRole('button', { name: 'Show' }));
      const dialog = screen.getByRole('dialog');
      expect(within(dialog).getByText(words)).toBeTruthy();
      expect(within(dialog).getByText('27 s left').closest('[role="status"]')).toBeNull();
    },
  );

  it('goes on with the next finger, of the other hand first, until all are enrolled', async () => {
    const status = { factor: 'finger', index: 1, userid: 7, own: true, needed: 3, presses: 1, duress: true };
    const now: { status: object; held: number[] } = { status: { ...status, step: 'present' }, held: [] };
    const asked = terminal({
      GetUserInfo: () => ({ user: user() }),
      credentials: () => ({ credentials: now.held.map((index) => ({ ...FINGER, index })), modules: [module()] }),
      getOnlineEnrollStatus: () => ({ ...STATUS, ...now.status }),
      regfp: () => ({}),
    });
    open('/user/fingerprint?userid=7');
    fireEvent.click(await screen.findByRole('button', { name: 'Show' }));
    now.held = [1];
    now.status = { ...status, step: 'done' };
    fireEvent.click(await screen.findByRole('button', { name: 'Next finger: Left forefinger' }));
    await waitFor(() =>
      expect(requests(asked, 'regfp')).toEqual([{ userid: 7, factor: 'finger', index: 8, duress: false }]),
    );
    cleanup();
    now.status = { ...status, step: 'present' };
    now.held = [0, 2, 3, 4, 5, 6, 7, 8, 9];
    open('/user/fingerprint?userid=7');
    fireEvent.click(await screen.findByRole('button', { name: 'Show' }));
    now.status = { ...status, step: 'done' };
    await screen.findByText('Enrolled', { selector: '.enrol-text' });
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Next finger/ })).toBeNull());
  });

  it('without the right to write shows it and changes nothing', async () => {
    world({ power: false });
    open('/user/fingerprint?userid=7');
    await screen.findByRole('button', { name: 'Left thumb, Not enrolled' });
    expect(screen.queryByRole('button', { name: /^Enrol|^Delete|^Present/ })).toBeNull();
  });
});
