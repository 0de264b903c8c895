import '../browser.ts';
import { fireEvent, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { activateLanguage } from '../../../web/lib/i18n.ts';
import { recordPhotos } from '../../../web/lib/recordPhotos.ts';
import { setSession } from '../../../web/lib/session.ts';
import { RecordPhoto } from '../../../web/ui/RecordPhoto.tsx';
import { account } from '../account.ts';
import { fakeTerminal, refusal } from '../fakeTerminal.ts';
import { requests, show } from '../show.tsx';

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

beforeAll(() => activateLanguage('en'));
beforeEach(() => {
  inSight = [];
  revoked = [];
  made = 0;
  setSession(account());
  vi.stubGlobal('IntersectionObserver', Observer);
  vi.stubGlobal('createImageBitmap', async () => ({ width: 480, height: 640, close: () => undefined }));
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(new Blob(['small'])));
  URL.createObjectURL = () => `blob:${++made}`;
  URL.revokeObjectURL = (url) => void revoked.push(url);
});
afterEach(() => {
  recordPhotos.forgetAll();
  setSession(null);
  vi.unstubAllGlobals();
});

const file = () => ({ name: 'photo.jpg', content: new Blob(['jpeg']) });
const line = (seq: number, photo = true) => ({ seq, kind: 'access', username: 'Ada Lovelace', photo }) as const;
const small = () => document.querySelector('.record-photo img')?.getAttribute('src');

describe('the photo of a line', () => {
  it('is not asked for where there is none, and initials stand there', () => {
    const asked = fakeTerminal({});
    show(<RecordPhoto line={line(4, false)} name="Ada" />);
    expect(document.querySelector('.record-photo')?.textContent).toBe('AL');
    expect(screen.queryByRole('button')).toBeNull();
    expect(inSight).toEqual([]);
    expect(requests(asked, 'recordPhoto')).toEqual([]);
  });

  it('is fetched once when it comes into sight; initials stand there until then', async () => {
    const asked = fakeTerminal({ recordPhoto: file });
    show(<RecordPhoto line={line(5)} name="Ada" />);
    expect(document.querySelector('.record-photo')?.textContent).toBe('AL');
    expect(requests(asked, 'recordPhoto')).toEqual([]);
    inSight[0]?.();
    inSight[0]?.();
    await waitFor(() => expect(small()).toBe('blob:1'));
    expect(requests(asked, 'recordPhoto')).toEqual([{ seq: 5 }]);
  });

  it('is large when it is pressed, and nothing of that stays when it is closed', async () => {
    fakeTerminal({ recordPhoto: file });
    show(<RecordPhoto line={line(6)} name="Ada, 12:00" />);
    fireEvent.click(screen.getByRole('button', { name: 'Show the photo: Ada, 12:00' }));
    expect((await screen.findByRole('img', { name: 'Photo from the door: Ada, 12:00' })).getAttribute('src')).toBe(
      'blob:1',
    );
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(revoked).toEqual(['blob:1']));
  });

  it('says that it is not there any more, and may be asked for again', async () => {
    let gone = true;
    fakeTerminal({
      recordPhoto: () => {
        if (gone) throw refusal('recordPhoto', 12033, { field: 'seq' });
        return file();
      },
    });
    show(<RecordPhoto line={line(7)} name="Ada" />);
    fireEvent.click(screen.getByRole('button', { name: 'Show the photo: Ada' }));
    await screen.findByText('This is not there any more');
    gone = false;
    fireEvent.click(screen.getByRole('button', { name: /again/i }));
    expect(await screen.findByRole('img', { name: /^Photo from the door/ })).toBeTruthy();
  });

  it('does not outlive the session', async () => {
    fakeTerminal({ recordPhoto: file });
    show(<RecordPhoto line={line(8)} name="Ada" />);
    inSight[0]?.();
    await waitFor(() => expect(small()).toBe('blob:1'));
    setSession(null);
    await waitFor(() => expect(small()).toBeUndefined());
    expect(revoked).toContain('blob:1');
  });

  it('that comes when the session is over is kept by nobody', async () => {
    const answer: (() => void)[] = [];
    fakeTerminal({ recordPhoto: () => new Promise((resolve) => answer.push(() => resolve(file()))) });
    show(<RecordPhoto line={line(9)} name="Ada" />);
    inSight[0]?.();
    await waitFor(() => expect(answer).toHaveLength(1));
    setSession(null);
    answer[0]?.();
    await new Promise((resolve) => setTimeout(resolve));
    expect(made).toBe(0);
  });
});
