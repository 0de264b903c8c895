import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readPreference, writePreference } from '../../../web/lib/preferences.ts';
import { currentTheme, setTheme } from '../../../web/lib/theme.ts';

beforeEach(() => localStorage.clear());
afterEach(() => vi.restoreAllMocks());

describe('preferences', () => {
  it('are remembered and forgotten', () => {
    expect(readPreference('sidebar')).toBeNull();
    writePreference('sidebar', 'small');
    expect(readPreference('sidebar')).toBe('small');
    writePreference('sidebar', null);
    expect(readPreference('sidebar')).toBeNull();
  });

  it('last for the page where storage is forbidden', () => {
    const denied = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    for (const name of ['getItem', 'setItem', 'removeItem'] as const) {
      vi.spyOn(Storage.prototype, name).mockImplementation(denied);
    }
    writePreference('device', 'North entrance');
    expect(readPreference('device')).toBe('North entrance');
    writePreference('device', null);
    expect(readPreference('device')).toBeNull();
  });
});

describe('theme', () => {
  it('follows the system until one is chosen', () => {
    expect(currentTheme()).toBe('system');
    setTheme('dark');
    expect(document.documentElement.dataset['theme']).toBe('dark');
    expect(currentTheme()).toBe('dark');
    setTheme('system');
    expect(document.documentElement.dataset['theme']).toBeUndefined();
    expect(readPreference('theme')).toBeNull();
  });
});
