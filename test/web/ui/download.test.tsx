import { fireEvent, render, screen } from '@testing-library/preact';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../web/lib/api/apiError.ts';
import { activateLanguage } from '../../../web/lib/i18n.ts';
import { Download, type DownloadKind } from '../../../web/ui/Download.tsx';
import '../browser.ts';

type Options = Parameters<DownloadKind['fetch']>[0];
type File = Awaited<ReturnType<DownloadKind['fetch']>>;

beforeAll(() => activateLanguage('en'));

/** A file that comes when the test says so. */
function slowFile(label: string) {
  let options: Options = {};
  let finish: (file: File) => void = () => undefined;
  const kind: DownloadKind = {
    label,
    fetch: (given) => {
      options = given;
      return new Promise((resolve, reject) => {
        finish = resolve;
        given.signal?.addEventListener('abort', () => reject(new Error('aborted')));
      });
    },
  };
  return {
    kind,
    come: (octets: number) => options.onProgress?.(octets),
    finish: () => finish({ name: 'file.csv', content: new Blob(['x']) }),
    isGivenUp: () => options.signal?.aborted,
  };
}

let saved: string[];
beforeEach(() => {
  saved = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  URL.createObjectURL = () => 'blob:x';
});

const button = (name: string) => screen.findByRole('button', { name });

describe('a download', () => {
  it('says how much has come, keeps the focus, and is saved', async () => {
    const file = slowFile('All');
    render(<Download kinds={[file.kind]} />);
    (await button('All')).focus();
    fireEvent.click(await button('All'));
    const cancel = await button('Cancel');
    await expect.poll(() => document.activeElement).toBe(cancel);
    expect(screen.getByText('Downloading…')).toBeTruthy();
    file.come(12_345_678);
    expect(await screen.findByText(/Downloading: .*12\.3 MB/)).toBeTruthy();
    expect(saved).toEqual([]);
    file.finish();
    const again = await button('All');
    await expect.poll(() => document.activeElement).toBe(again);
    expect(saved).toEqual(['file.csv']);
  });

  it('can be given up, and asked for again', async () => {
    const file = slowFile('All');
    render(<Download kinds={[file.kind]} />);
    fireEvent.click(await button('All'));
    fireEvent.click(await button('Cancel'));
    expect(file.isGivenUp()).toBe(true);
    fireEvent.click(await button('All'));
    file.finish();
    await expect.poll(() => saved).toEqual(['file.csv']);
  });

  it('goes on when its page is left', async () => {
    const file = slowFile('All');
    const { unmount } = render(<Download kinds={[file.kind]} />);
    fireEvent.click(await button('All'));
    unmount();
    expect(file.isGivenUp()).toBe(false);
    file.finish();
    await expect.poll(() => saved).toEqual(['file.csv']);
  });

  it('of several kinds is a menu', async () => {
    const [first, second] = [slowFile('First'), slowFile('Second')];
    render(<Download kinds={[first.kind, second.kind]} />);
    fireEvent.click(await button('Download'));
    fireEvent.click(screen.getByRole('menuitem', { name: 'Second' }));
    await button('Cancel');
    second.finish();
    await expect.poll(() => saved).toEqual(['file.csv']);
    expect(first.isGivenUp()).toBeUndefined();
  });

  it('that finds no place is said at its button until it is pressed again, and is not said elsewhere', async () => {
    const file = slowFile('All');
    let code = 12045;
    const handled: boolean[] = [];
    const fetch: DownloadKind['fetch'] = (options) => {
      if (code === 0) return file.kind.fetch(options);
      const error = new ApiError('refused', 'DownloadRecordForm', { code });
      handled.push(options.handles?.(error) ?? false);
      return Promise.reject(error);
    };
    render(<Download kinds={[{ label: 'All', fetch }]} />);
    fireEvent.click(await button('All'));
    await expect
      .poll(() => screen.getByRole('alert').textContent)
      .toBe('You are downloading three lists already; wait for one');
    code = 12046;
    fireEvent.click(await button('All'));
    await expect.poll(() => screen.getByRole('alert').textContent).toMatch(/^Too many lists/);
    code = 12008;
    fireEvent.click(await button('All'));
    await expect.poll(() => handled).toEqual([true, true, false]);
    expect(screen.queryByRole('alert')).toBeNull();
    code = 0;
    fireEvent.click(await button('All'));
    file.finish();
    await expect.poll(() => saved).toEqual(['file.csv']);
  });
});
