// Every screen in Spanish, whose words are the longest: nothing is wider than the window or cut off. What axe finds does not depend
// on the language.

import { test } from 'vitest';
import { screens } from './screens.ts';
import { desk, expectFits, showScreens, smallPhone } from './screens-shown.ts';

const shown = showScreens('es');

test.each(screens.filter((screen) => screen.as !== 'first'))('$name', async (screen) => {
  const page = await shown().open(screen, { viewport: smallPhone, language: 'es' });
  await screen.show(page, 'es');
  for (const size of [smallPhone, desk]) {
    await page.setViewportSize(size);
    await expectFits(page, `at ${size.width}`);
  }
});
