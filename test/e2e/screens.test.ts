// Every screen on a wide window: axe-core finds nothing in light and dark, and nothing is wider than the window. On a phone, in
// Arabic and in Spanish: screens-phone, screens-arabic and screens-spanish, files of their own so that they run beside each other.

import { describe, expect, test } from 'vitest';
import { adminPassword, Terminal } from '../harness/terminal.ts';
import { openPage, phone, wide } from './console.ts';
import { overflow, violationsInBothSchemes } from './measure.ts';
import { emptyScreen, screens } from './screens.ts';
import { showScreens } from './screens-shown.ts';

const shown = showScreens();

describe('wide', () => {
  test.each(screens)('$name', async (screen) => {
    const page = await shown().open(screen, { viewport: wide });
    await screen.show(page, 'en');
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    expect(await violationsInBothSchemes(page)).toEqual([]);
  });
});

test('the list of a terminal without users', async () => {
  const empty = await Terminal.start();
  try {
    const session = await empty.client().signIn('admin', adminPassword);
    for (const viewport of [wide, phone]) {
      const one = await openPage(shown().suite.browser, empty.daemon.origin, { session, viewport });
      shown().keep(one);
      await one.page.goto(emptyScreen.path);
      await emptyScreen.show(one.page, 'en');
      expect(await overflow(one.page)).toBeLessThanOrEqual(0);
      expect(await violationsInBothSchemes(one.page)).toEqual([]);
    }
  } finally {
    await empty.stop();
  }
});
