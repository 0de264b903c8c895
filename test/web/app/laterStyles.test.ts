import { beforeEach, describe, expect, it, vi } from 'vitest';
import { lazyPage } from '../../../web/app/lazyPage.tsx';
import { beginPagesStyle, loadStyle } from '../../../web/app/loadStyle.ts';
import { activateLanguage } from '../../../web/lib/i18n.ts';
import '../../../web/lib/consoleTexts.ts';

const Page = () => null;
const sheets = () => [...document.head.querySelectorAll('link')];
const addresses = () => sheets().map((link) => link.getAttribute('href'));
const answer = (address: string, how: 'load' | 'error') =>
  sheets()
    .find((link) => link.getAttribute('href') === address)
    ?.dispatchEvent(new Event(how));

beforeEach(async () => {
  document.head.innerHTML = '<link rel="stylesheet" href="/first.css">';
  await activateLanguage('en');
});

describe('a style sheet that comes later', () => {
  it('stands behind the first one for the console and last for the pages, in whichever order they are asked for', () => {
    void loadStyle('/pages.css', 'last');
    void loadStyle('/console.css', 'second');
    expect(addresses()).toEqual(['/first.css', '/console.css', '/pages.css']);
    expect(sheets().every(({ rel }) => rel === 'stylesheet')).toBe(true);
  });

  it('is there when the browser says so, and rejects when it cannot be fetched', async () => {
    const good = loadStyle('/good.css', 'last');
    const bad = loadStyle('/bad.css', 'last');
    answer('/good.css', 'load');
    answer('/bad.css', 'error');
    await expect(good).resolves.toBeUndefined();
    await expect(bad).rejects.toThrow('/bad.css');
  });
});

describe('a page that is fetched', () => {
  it('is there when its style is, not before', async () => {
    beginPagesStyle('/pages.css');
    const shown = vi.fn();
    const fetched = lazyPage(() => Promise.resolve(Page))
      .fetchCode()
      .then(shown);
    await new Promise((resolve) => setTimeout(resolve));
    expect(shown).not.toHaveBeenCalled();
    answer('/pages.css', 'load');
    await fetched;
    expect(shown).toHaveBeenCalledWith(Page);
  });

  it('fails when its style does', async () => {
    beginPagesStyle('/pages.css');
    const fetched = lazyPage(() => Promise.resolve(Page)).fetchCode();
    answer('/pages.css', 'error');
    await expect(fetched).rejects.toThrow('/pages.css');
  });
});
