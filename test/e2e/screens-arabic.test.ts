// Every screen mirrored: from right to left, nothing wider than the window or cut off. What axe finds does not depend on the
// language; arabic.test.ts asks it about a list and a form.

import { expect, test } from 'vitest';
import { phone, wide } from './console.ts';
import { overflow } from './measure.ts';
import { screens } from './screens.ts';
import { desk, expectFits, showScreens, smallPhone } from './screens-shown.ts';

const shown = showScreens('ar');

test.each(screens.filter((screen) => screen.as !== 'first'))('$name', async (screen) => {
  const page = await shown().open(screen, { viewport: wide, language: 'ar' });
  await screen.show(page, 'ar');
  expect(await page.evaluate(() => document.documentElement.dir)).toBe('rtl');
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  for (const size of [desk, phone, smallPhone]) {
    await page.setViewportSize(size);
    await expectFits(page, `at ${size.width}`);
  }
});
