// Every screen on a phone: nothing is wider than the window or cut off, everything to press is large enough, and axe-core finds
// nothing. In dark only where the wide window has no such screen: colours do not depend on the width.

import { expect, test } from 'vitest';
import { phone } from './console.ts';
import { overflow, smallTargets, violations, violationsInBothSchemes } from './measure.ts';
import { phoneScreens, screens } from './screens.ts';
import { expectFits, showScreens } from './screens-shown.ts';

const shown = showScreens();

/** A small phone, and the widest window that is one by the specification. */
const otherPhones = [320, 852];

test.each([...screens, ...phoneScreens])('$name', async (screen) => {
  const page = await shown().open(screen, { viewport: phone });
  await screen.show(page, 'en');
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  expect(await smallTargets(page)).toEqual([]);
  const only = phoneScreens.includes(screen);
  expect(await (only ? violationsInBothSchemes(page) : violations(page, 'all'))).toEqual([]);
  for (const width of otherPhones) {
    await page.setViewportSize({ width, height: phone.height });
    await expectFits(page, `at ${width}`);
  }
});
