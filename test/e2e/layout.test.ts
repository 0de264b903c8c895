// Where things stand: beside each other where there is room, in reach of a thumb where there is little, and larger with larger text.

import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { headed, phone, Suite, wide } from './console.ts';
import { overflow } from './measure.ts';
import { text, textIn } from './texts.ts';

let suite: Suite;

beforeAll(async () => {
  suite = await Suite.start();
});
afterAll(() => suite.stop());
afterEach(async () => {
  expect(await suite.closePages()).toEqual([]);
});

const desk = { width: 1920, height: 1080 };
const smallPhone = { width: 320, height: 640 };

async function boxOf(element: Locator): Promise<{ left: number; top: number; right: number; bottom: number }> {
  await element.waitFor();
  const box = await element.boundingBox();
  if (box === null) throw new Error('it is not shown');
  return { left: box.x, top: box.y, right: box.x + box.width, bottom: box.y + box.height };
}

/** What the device does now, and what comes of the form, by their classes; the form's first card. */
const partsOf = async (page: Page) => ({
  now: await boxOf(page.locator('.beside-now')),
  form: await boxOf(page.locator('.beside > .form-stack')),
  result: await boxOf(page.locator('.beside-result')),
});

describe('a page of settings', () => {
  test('has what the device does now and the preview beside the form, and takes them along', async () => {
    const page = await suite.shared({ viewport: desk });
    await page.goto('/basicSetting/print');
    await headed(page, 'page.print');
    for (const viewport of [desk, wide]) {
      await page.setViewportSize(viewport);
      const order = async () => {
        const { now, form, result } = await partsOf(page);
        const level = Math.abs(now.top - form.top) < 1;
        return [now.left > form.right, result.left > form.right, level, result.top > now.bottom];
      };
      await expect.poll(order).toEqual([true, true, true, true]);
    }
    await page.setViewportSize({ ...wide, height: 500 });
    await page.mouse.wheel(0, 200);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100);
    const topbar = await boxOf(page.locator('.topbar'));
    expect((await boxOf(page.locator('.beside-now'))).top).toBeGreaterThanOrEqual(topbar.bottom);
  });

  test('has the state above and the preview below where there is no room', async () => {
    const page = await suite.shared({ viewport: desk });
    await page.goto('/basicSetting/print');
    await headed(page, 'page.print');
    for (const viewport of [{ width: 1199, height: 900 }, phone]) {
      await page.setViewportSize(viewport);
      const order = async () => {
        const { now, form, result } = await partsOf(page);
        return [now.bottom <= form.top, form.bottom <= result.top];
      };
      await expect.poll(order).toEqual([true, true]);
    }
  });

  test('with the times of a week has the resulting week beside them on the widest windows, else above', async () => {
    const page = await suite.shared({ viewport: desk });
    await page.goto('/basicSetting/statusChange');
    await headed(page, 'page.statusChange');
    const places = async () => {
      const [week, times] = [await boxOf(page.locator('.beside-now')), await boxOf(page.locator('.status-grid'))];
      return [week.left > times.right, week.bottom < times.top];
    };
    await expect.poll(places).toEqual([true, false]);
    await page.setViewportSize(wide);
    await expect.poll(places).toEqual([false, true]);
  });

  test('grows with the text that is set in the browser, and stays within the window', async () => {
    const page = await suite.shared({ viewport: desk });
    await page.goto('/network/ethernet');
    await headed(page, 'page.ethernet');
    const sizes = () =>
      page.evaluate(() => {
        const heightOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect().height ?? 0;
        const paragraph = document.querySelector('.page-description');
        return {
          text: paragraph === null ? 0 : Number.parseFloat(getComputedStyle(paragraph).fontSize),
          control: heightOf('.segment'),
          icon: heightOf('.topbar .icon'),
          topbar: heightOf('.topbar'),
        };
      });
    const before = await sizes();
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '24px';
    });
    const after = await sizes();
    for (const part of ['text', 'control', 'icon', 'topbar'] as const) {
      expect(after[part] / before[part], part).toBeGreaterThan(1.4);
    }
    for (const viewport of [desk, wide, phone]) {
      await page.setViewportSize(viewport);
      await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0);
    }
  });
});

describe('on a phone', () => {
  /** Touches a field of the page "Device", in a language. */
  async function changed(viewport: typeof phone): Promise<Page> {
    const page = await suite.signedIn({ viewport });
    await page.goto('/basicSetting/device');
    await headed(page, 'page.device');
    await page.getByLabel(text('setting.MachineParam.deviceName'), { exact: true }).fill('Front door');
    return page;
  }

  test.each([phone, smallPhone])('the bar that saves is one line (%o)', async (viewport) => {
    const page = await changed(viewport);
    const bar = await boxOf(page.locator('.change-bar'));
    expect(bar.bottom - bar.top).toBeLessThan(60);
    // The word of the arrow is read out.
    await page.getByRole('button', { name: text('ui.discard'), exact: true }).click();
    await page.locator('.change-bar').waitFor({ state: 'detached' });
  });

  test('messages stand clear of the bar, and of a dialog', async () => {
    const page = await changed(smallPhone);
    await page.locator('form button[type="submit"]').click();
    const toast = page.locator('.toast').first();
    await toast.waitFor();
    await page.getByLabel(text('setting.MachineParam.deviceName'), { exact: true }).fill('Back door');
    const [bar, message] = [await boxOf(page.locator('.change-bar')), await boxOf(toast)];
    expect(message.bottom).toBeLessThan(bar.top);
    await suite.admin.call('GetMachineParam', { deviceName: 'Postern' });
  });

  test('messages of a dialog stand on its upper edge', async () => {
    const page = await suite.signedIn({ viewport: smallPhone });
    await page.goto('/user/userList');
    await page.getByRole('button', { name: text('shell.account', { name: 'admin' }) }).click();
    await page.getByRole('menuitem', { name: text('shell.language') }).click();
    await page.getByRole('dialog').getByLabel('Español').check();
    await page.route('**/goform/GetLanguageSettingItem*', (route) => route.abort());
    await page.getByRole('button', { name: text('language.action') }).click();
    const message = await boxOf(page.locator('dialog .toast').first());
    const dialog = await boxOf(page.locator('dialog[open]'));
    expect(message.top).toBeGreaterThanOrEqual(0);
    expect(message.bottom).toBeLessThanOrEqual(dialog.top);
  });

  test('choices that do not fit are a list, and side by side where they do', async () => {
    const page = await suite.shared({ viewport: smallPhone });
    await page.goto('/network/wirless');
    await headed(page, 'page.wifi');
    const choices = page.locator('.segmented').first().locator('.segment');
    const tops = async () =>
      new Set(await choices.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top)));
    await expect.poll(async () => (await tops()).size).toBe(3);
    await page.setViewportSize({ width: 844, height: 390 });
    await expect.poll(async () => (await tops()).size).toBe(1);
    await page.setViewportSize(smallPhone);
    await expect.poll(async () => (await tops()).size).toBe(3);
  });
});

describe('forced colours', () => {
  test('keep bars, and where now is', async () => {
    const page = await suite.shared({ viewport: desk });
    await page.emulateMedia({ forcedColors: 'active' });
    try {
      const highlight = (selector: string) =>
        page
          .locator(selector)
          .first()
          .evaluate((element) => {
            const probe = document.body.appendChild(document.createElement('i'));
            probe.style.cssText = 'forced-color-adjust: none; background: Highlight';
            const wanted = getComputedStyle(probe).backgroundColor;
            probe.remove();
            return getComputedStyle(element).backgroundColor === wanted;
          });
      await page.goto('/basicSetting/systemInfo');
      await headed(page, 'page.systemInfo');
      expect(await highlight('.meter-bar > span')).toBe(true);
      await page.goto('/basicSetting/statusChange');
      await headed(page, 'page.statusChange');
      expect(await highlight('.week-now')).toBe(true);
    } finally {
      await page.emulateMedia({ forcedColors: 'none' });
    }
  });
});

test('in Spanish the bars with the longest words fit a small phone', async () => {
  await suite.admin.call('GetLanguageSettingItem', { language: 'es' });
  const page = await suite.signedIn({ viewport: smallPhone, language: 'es' });
  await page.goto('/basicSetting/identifyMode');
  const [title, rest] = [await boxOf(page.locator('.crumbs > *')), await boxOf(page.locator('.topbar-end'))];
  expect(title.right).toBeLessThanOrEqual(rest.left);
  await page.goto('/network/ethernet');
  await page.getByRole('radio', { name: textIn('es', 'enum.AddressMode.fixed') }).check();
  await page.locator('.change-bar').waitFor();
  const fits = await page.locator('.change-bar').evaluate((bar) => {
    const { right } = bar.getBoundingClientRect();
    return [...bar.querySelectorAll('*')].every((part) => part.getBoundingClientRect().right <= right);
  });
  expect(fits).toBe(true);
  expect((await boxOf(page.locator('.change-bar'))).left).toBeGreaterThanOrEqual(0);
  await suite.admin.call('GetLanguageSettingItem', { language: 'en' });
});
