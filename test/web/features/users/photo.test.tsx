import { act, fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetUsers } from '../../../../web/features/users/data.ts';
import { forgetPhoto } from '../../../../web/lib/photos.ts';
import { setSession } from '../../../../web/lib/session.ts';
import { account } from '../../account.ts';
import { refusal } from '../../fakeTerminal.ts';
import { open, page, requests, terminal, user } from './world.tsx';

const PHOTO = 1 << 13;
const people = Array.from({ length: 5 }, (_, index) => user({ userid: 7 + index, enrolled: PHOTO }));

/** Rows come into sight when a test says so. */
let inSight: (() => void)[] = [];
let revoked: string[] = [];
let made = 0;

class Observer {
  readonly #told: IntersectionObserverCallback;
  constructor(told: IntersectionObserverCallback) {
    this.#told = told;
  }
  observe(): void {
    inSight.push(() => this.#told([{ isIntersecting: true } as IntersectionObserverEntry], this as never));
  }
  disconnect(): void {}
}

beforeEach(() => {
  inSight = [];
  revoked = [];
  made = 0;
  vi.stubGlobal('IntersectionObserver', Observer);
  vi.stubGlobal('createImageBitmap', async () => ({ width: 480, height: 640, close: () => undefined }));
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(new Blob(['jpeg'])));
  URL.createObjectURL = () => `blob:${++made}`;
  URL.revokeObjectURL = (url) => void revoked.push(url);
});
afterEach(() => {
  for (const { userid } of people) forgetPhoto(userid);
  vi.unstubAllGlobals();
});

const faces = (): (string | null)[] =>
  [...document.querySelectorAll('.user-who .avatar img')].map((image) => image.getAttribute('src'));
const file = () => ({ name: 'photo.jpg', content: new Blob(['jpeg']) });

describe('photos in the list', () => {
  it('are fetched when their row comes into sight, two at a time, and kept', async () => {
    const answer: (() => void)[] = [];
    const asked = terminal({
      userlist: () => page(people),
      userPhoto: () => new Promise((resolve) => answer.push(() => resolve(file()))),
    });
    open('/user/userList');
    await waitFor(() => expect(inSight).toHaveLength(5));
    expect(requests(asked, 'userPhoto')).toEqual([]);
    for (const come of inSight.slice(0, 3)) come();
    await waitFor(() => expect(requests(asked, 'userPhoto')).toEqual([{ userid: 7 }, { userid: 8 }]));
    answer[0]?.();
    await waitFor(() => expect(requests(asked, 'userPhoto')).toHaveLength(3));
    answer[1]?.();
    answer[2]?.();
    await waitFor(() => expect(faces()).toEqual(['blob:1', 'blob:2', 'blob:3']));
    for (const come of inSight.slice(0, 3)) come();
    expect(requests(asked, 'userPhoto')).toHaveLength(3);
  });

  it('of who has none are not asked for, and initials stay where one cannot be had', async () => {
    const asked = terminal({
      userlist: () => page([user({ userid: 7 }), user({ userid: 8, enrolled: PHOTO })]),
      userPhoto: () => Promise.reject(refusal('userPhoto', 40004)),
    });
    open('/user/userList');
    await waitFor(() => expect(inSight).toHaveLength(1));
    inSight[0]?.();
    await waitFor(() => expect(requests(asked, 'userPhoto')).toEqual([{ userid: 8 }]));
    expect(faces()).toEqual([]);
    expect(screen.getAllByText('GO')).toHaveLength(2);
  });

  it('of a user who is gone are not those of who has the ID since', async () => {
    let enrolled = PHOTO;
    terminal({ userlist: () => page([user({ userid: 7, enrolled })]), userPhoto: file });
    const before = open('/user/userList');
    await waitFor(() => expect(inSight).toHaveLength(1));
    inSight[0]?.();
    await waitFor(() => expect(faces()).toEqual(['blob:1']));
    before.unmount();
    await forgetUsers();
    enrolled = 0;
    const newcomer = open('/user/userList');
    await waitFor(() => expect(revoked).toEqual(['blob:1']));
    newcomer.unmount();
    await forgetUsers();
    enrolled = PHOTO;
    open('/user/userList');
    await waitFor(() => expect(inSight.length).toBeGreaterThan(1));
    inSight.at(-1)?.();
    await waitFor(() => expect(faces()).toEqual(['blob:2']));
  });

  it('go with the session', async () => {
    const [one] = people;
    terminal({ userlist: () => page(one ? [one] : []), userPhoto: file });
    open('/user/userList');
    await waitFor(() => expect(inSight).toHaveLength(1));
    inSight[0]?.();
    await waitFor(() => expect(faces()).toEqual(['blob:1']));
    act(() => setSession(account({ account: '20', token: 'another' })));
    await waitFor(() => expect(faces()).toEqual([]));
    expect(revoked).toEqual(['blob:1']);
  });
});

describe('the photo of a user', () => {
  const world = (enrolled: number, answers: object = {}) =>
    terminal({
      GetUserInfo: () => ({ user: user({ enrolled }) }),
      userPhoto: file,
      uploadPhoto: () => ({}),
      delPhoto: () => ({}),
      ...answers,
    });
  const choose = async (button: string) => {
    await screen.findByRole('button', { name: button });
    const input = document.querySelector<HTMLInputElement>('.photo-side input[type=file]');
    if (!input) throw new Error('no file input');
    Object.defineProperty(input, 'files', { value: [new File(['x'], 'a.heic')], configurable: true });
    act(() => void input.dispatchEvent(new Event('change', { bubbles: true })));
    return screen.findByRole('dialog');
  };

  it('is chosen, cut and sent, and shown then', async () => {
    const asked = world(0);
    open('/user/userEdit?userid=7');
    const dialog = await choose('Choose a photo');
    const frame = await within(dialog).findByRole('application');
    await waitFor(() => expect(document.activeElement).toBe(frame));
    fireEvent.keyDown(frame, { key: '+' });
    await within(dialog).findByText('110 %');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save the photo' }));
    await screen.findByRole('img', { name: 'Photo of Grace Okafor' });
    expect(requests(asked, 'uploadPhoto')).toEqual([{ userid: 7 }]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('that the terminal refuses says why, and the cut stays', async () => {
    world(0, { uploadPhoto: () => Promise.reject(refusal('uploadPhoto', 10102)) });
    open('/user/userEdit?userid=7');
    const dialog = await choose('Choose a photo');
    fireEvent.click(await within(dialog).findByRole('button', { name: 'Save the photo' }));
    await within(dialog).findByText(/Upload file format/i);
    within(dialog).getByRole('application');
  });

  it('that the browser cannot read is refused in words', async () => {
    world(0);
    vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('what is that')));
    vi.stubGlobal(
      'Image',
      class {
        src = '';
        decode = () => Promise.reject(new Error('unknown'));
      },
    );
    open('/user/userEdit?userid=7');
    const dialog = await choose('Choose a photo');
    await within(dialog).findByText(/Choose a JPEG, PNG or WebP/);
    expect(within(dialog).queryByRole('button', { name: 'Save the photo' })).toBeNull();
  });

  it('is removed after a question', async () => {
    const asked = world(PHOTO);
    open('/user/userEdit?userid=7');
    await screen.findByRole('img', { name: 'Photo of Grace Okafor' });
    fireEvent.click(screen.getByRole('button', { name: 'Remove' }));
    const question = await screen.findByRole('alertdialog');
    expect(requests(asked, 'delPhoto')).toEqual([]);
    fireEvent.click(within(question).getByRole('button', { name: 'Remove' }));
    await screen.findByText('No photo yet.');
    expect(requests(asked, 'delPhoto')).toEqual([{ userid: 7 }]);
    await waitFor(() => expect(revoked).toEqual(['blob:1']));
  });

  it('cannot be changed by who may only read', async () => {
    world(PHOTO, { checkPower: () => ({ read: true, write: false }) });
    open('/user/userEdit?userid=7');
    await screen.findByRole('img', { name: 'Photo of Grace Okafor' });
    expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull();
    expect(document.querySelector('input[type=file]')).toBeNull();
  });
});
