// The console on a phone: a drawer instead of the sidebar, cards instead of rows, nothing wider than the screen.

import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { phone, Suite } from './console.ts';
import { addExamples, phoneScreens, type Screen, screens } from './screens.ts';
import { text } from './texts.ts';

let suite: Suite;

beforeAll(async () => {
  suite = await Suite.start();
  await addExamples(suite.terminal);
});
afterAll(() => suite.stop());
afterEach(async () => {
  expect(await suite.closePages()).toEqual([]);
});

async function open(path: string): Promise<Page> {
  const page = await suite.signedIn({ viewport: phone });
  await page.goto(path);
  return page;
}

describe('on a phone', () => {
  test('the list has two-line cards; a card leads to the user and the breadcrumb back', async () => {
    const page = await open('/user/userList');
    await page.getByText('Amina Haddad').first().click();
    await page.getByRole('heading', { level: 1, name: text('page.userEdit') }).waitFor();
    await page
      .getByRole('navigation', { name: text('shell.breadcrumb') })
      .getByRole('link')
      .click();
    await page
      .getByRole('heading', { level: 1, name: text('page.userList') })
      .first()
      .waitFor();
    expect(await page.locator('table').count()).toBe(0);
  });

  test('the drawer opens, closes by Escape and beside it, and on navigation', async () => {
    const page = await open('/user/addUser');
    const menu = page.getByRole('button', { name: text('shell.openMenu') });
    const drawer = page.locator('dialog.drawer');
    await menu.click();
    await drawer.waitFor();
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    await menu.click();
    await page.mouse.click(phone.width - 5, phone.height / 2);
    await drawer.waitFor({ state: 'detached' });
    await menu.click();
    await drawer.getByRole('link', { name: text('nav.users') }).click();
    await page
      .getByRole('heading', { level: 1, name: text('page.userList') })
      .first()
      .waitFor();
    await drawer.waitFor({ state: 'detached' });
  });

  test('the add icon of the list leads to /user/userEdit, which adds', async () => {
    const page = await open('/user/userList');
    await page.getByRole('link', { name: text('shell.addUser') }).click();
    await page.getByRole('heading', { level: 1, name: text('page.addUser') }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/user/userEdit');
    await page.getByLabel(text('users.userId'), { exact: true }).fill('701');
    await page.getByLabel(text('users.name'), { exact: true }).fill('Phone made');
    await page.locator('form button[type="submit"]').click();
    await page.getByText(text('users.added', { id: 701 })).waitFor();
    await suite.admin.call('deleteuser', { userid: 701 });
  });
});

/** Widths: a small phone, a usual one, and the last that is one by the specification (852). */
const widths = [320, 390, 852];

const shown = [...screens, ...phoneScreens].filter((screen) => screen.as === 'admin');

describe.each(shown)('$name', (screen: Screen) => {
  test('is nowhere wider than the screen, and everything to press is large enough', async () => {
    const page = await open(screen.path);
    await screen.show(page, 'en');
    for (const width of widths) {
      await page.setViewportSize({ width, height: phone.height });
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow, `at ${width}`).toBeLessThanOrEqual(0);
    }
    await page.setViewportSize(phone);
    expect(await page.evaluate(smallTargets)).toEqual([]);
  });
});

/** Buttons, links and inputs under 44 × 44 px, as seen: a label or an overlaid control counts with its own area. */
function smallTargets(): string[] {
  const small: string[] = [];
  const modal = document.querySelector('dialog[open]:modal');
  const scope = modal ?? document.body;
  for (const element of scope.querySelectorAll('button, a[href], input, select, [role="menuitem"]')) {
    if (
      !(element instanceof HTMLElement) ||
      !element.checkVisibility({ opacityProperty: false, visibilityProperty: true })
    )
      continue;
    if (element.closest('.skip, .visually-hidden') !== null) continue;
    const area = (element.closest('label') ?? element).getBoundingClientRect();
    const own = element.getBoundingClientRect();
    const width = Math.max(area.width, own.width);
    const height = Math.max(area.height, own.height);
    if (width < 43.5 || height < 43.5) {
      small.push(
        `${element.tagName} «${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim()}» ${Math.round(width)}×${Math.round(height)}`,
      );
    }
  }
  return small;
}
