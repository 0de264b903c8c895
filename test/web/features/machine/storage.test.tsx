import { screen } from '@testing-library/preact';
import { beforeAll, describe, expect, it } from 'vitest';
import { StorageCard } from '../../../../web/features/machine/StorageCard.tsx';
import { activateLanguage } from '../../../../web/lib/i18n.ts';
import { show } from '../../show.tsx';
import { info } from './info.ts';

beforeAll(() => activateLanguage('en'));

const rows = () =>
  screen.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent ?? '']);

describe('the card of the storage', () => {
  it('says in words what takes how much', () => {
    show(<StorageCard info={info} />);
    expect(screen.getByText('1 MB used, 2 MB free')).toBeTruthy();
    expect(rows()).toEqual([
      ['Users', '600 kB'],
      ['Audit log', '300 kB'],
      ['Settings, keys, certificates', '100 kB'],
      ['Free in the database', '0 B'],
      ['Copies of the database', '0 B'],
      ['Reserve for a full storage', '0 B'],
    ]);
    expect(screen.queryByText(/The storage is full/)).toBeNull();
  });

  it('draws each part as long as its share of the disk', () => {
    show(<StorageCard info={info} />);
    const widths = [...document.querySelectorAll<HTMLElement>('.storage-bar > span')].map(
      ({ dataset, style }) => `${dataset['part']} ${style.inlineSize}`,
    );
    expect(widths.slice(0, 2)).toEqual(['users 20%', 'audit 10%']);
  });

  it.each([
    ['room', { storageUsed: 899, storageFree: 101 }, ''],
    ['nearlyFull', { storageUsed: 900, storageFree: 100 }, 'Nearly full'],
    ['full', { storageUsed: 1000, storageFree: 0 }, 'Full'],
    ['full', { storageUsed: 1000, storageFree: 9000, storageShort: true }, 'Full'],
  ])('%s: the bar has the tone, and a word with an icon stands beside', (fullness, part, word) => {
    show(<StorageCard info={{ ...info, ...part }} />);
    expect(document.querySelector<HTMLElement>('.storage')?.dataset['fullness']).toBe(fullness);
    expect([...document.querySelectorAll('.tag')].map(({ textContent }) => textContent).join()).toBe(word);
    expect(document.querySelectorAll('.tag .icon')).toHaveLength(word === '' ? 0 : 1);
  });

  it('says when the database was copied last', () => {
    show(<StorageCard info={info} />);
    expect(screen.getByText(/on the terminal itself: None yet/)).toBeTruthy();
    show(<StorageCard info={{ ...info, storageCopied: Date.UTC(2026, 10, 23, 8) / 1000 }} />);
    expect(screen.getByText(/on the terminal itself: .*2026/)).toBeTruthy();
  });

  it('says that it is full, and what still goes', () => {
    show(<StorageCard info={{ ...info, storageShort: true }} />);
    expect(screen.getByText(/The storage is full/).textContent).toContain('Delete users before you add or edit any');
  });

  it.each([
    [89, 'at most 89 % of its life', false],
    [90, 'at most 90 % of its life', true],
    [101, 'lived longer than it was made for', true],
  ])('a flash memory of %d percent is told of, and from 90 on with a warning', (wear, text, warns) => {
    show(<StorageCard info={{ ...info, wear }} />);
    expect(screen.getByText(new RegExp(text)).closest('.notice') !== null).toBe(warns);
  });

  it('a storage that does not tell how worn it is has no line about it', () => {
    show(<StorageCard info={{ ...info, hasWear: false, wear: 0 }} />);
    expect(screen.queryByText(/Flash memory/)).toBeNull();
  });
});
