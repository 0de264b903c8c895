import { beforeEach, expect, it, vi } from 'vitest';
import { browserName, browserSecret, keepBrowserSecret } from '../../../web/lib/knownBrowser.ts';

beforeEach(() => localStorage.clear());

it('keeps a secret an account, and the eight signed in to last', () => {
  for (let account = 1; account <= 8; account++) keepBrowserSecret(String(account), `s${account}`);
  keepBrowserSecret('1', '');
  keepBrowserSecret('9', 's9');
  expect(browserSecret('1')).toBe('s1');
  expect(browserSecret('2')).toBe('');
  expect(browserSecret('9')).toBe('s9');
});

it('takes whatever stands there for nothing', () => {
  for (const found of ['', 'null', '{}', '[1]', '[["admin"]]', '[["admin",7]]', '{']) {
    localStorage.setItem('postern.browser', found);
    expect(browserSecret('admin')).toBe('');
  }
});

it('stays unknown where storage is forbidden', () => {
  const forbidden = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('forbidden');
  });
  keepBrowserSecret('admin', 's');
  forbidden.mockRestore();
  expect(browserSecret('admin')).toBe('');
});

it.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0', 'Firefox, Windows'],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36',
    'Chrome, Linux',
  ],
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/126.0 Safari/537.36 Edg/126.0', 'Edge, Windows'],
  ['Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36', 'Chrome, Android'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Safari/604.1',
    'Safari, iPhone',
  ],
  ['curl/8', ''],
])('%s is %j', (agent, name) => expect(browserName(agent)).toBe(name));
