// Photos of users in the console: chosen through the file chooser or taken with a camera, cut, shown, removed.

import { decode, encode } from 'jpeg-js';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../harness/wait.ts';
import { headed, phone, Suite } from './console.ts';
import { text } from './texts.ts';

let suite: Suite;

beforeAll(async () => {
  suite = await Suite.start();
  await suite.terminal.add({ userid: 7, username: 'Grace Okafor' });
  await suite.terminal.add({ userid: 8, username: 'Chen Wei' });
});
afterAll(() => suite.stop());
afterEach(async () => {
  expect(await suite.closePages()).toEqual([]);
});

/** Red, green and blue stripes, each 300 wide and 600 high. */
function stripes(): Buffer {
  const width = 900;
  const height = 600;
  const data = Buffer.alloc(width * height * 4, 255);
  const colours = [
    [220, 20, 20],
    [20, 200, 20],
    [20, 20, 220],
  ] as const;
  for (let at = 0; at < width * height; at++) data.set(colours[Math.floor((at % width) / 300)] ?? [], at * 4);
  return encode({ width, height, data }, 85).data;
}

/** The colours of the stored photo, along its middle: at the left edge, in the middle, at the right edge. */
async function coloursOf(userid: number): Promise<string[]> {
  const { file } = await suite.admin.attempt('userPhoto', { userid });
  const { width, height, data } = decode(file ?? Buffer.alloc(0));
  return [4, width / 2, width - 5].map((x) => {
    const at = ((height / 2) * width + Math.round(x)) * 4;
    const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3);
    return red > 150 ? 'red' : green > 150 ? 'green' : blue > 150 ? 'blue' : 'other';
  });
}

async function open(userid: number, viewport = phone): Promise<Page> {
  const page = await suite.shared({ viewport });
  await page.goto(`/user/userEdit?userid=${userid}`);
  await headed(page, 'page.userEdit');
  return page;
}

async function choose(page: Page, key: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: text(key) }).click();
  await (await chooser).setFiles({ name: 'stripes.jpg', mimeType: 'image/jpeg', buffer: stripes() });
  await page.getByRole('application').waitFor();
}

const save = (page: Page): Promise<void> => page.getByRole('button', { name: text('photo.save') }).click();
const shown = (page: Page, name: string): Promise<void> =>
  page.getByRole('img', { name: text('photo.of', { name }) }).waitFor();

describe('a photo', () => {
  test('is chosen, pushed and zoomed by keys, and stands in the list', async () => {
    const page = await open(7);
    await choose(page, 'photo.choose');
    const frame = page.getByRole('application');
    for (let press = 0; press < 20; press++) await frame.press('ArrowRight');
    for (let press = 0; press < 8; press++) await frame.press('+');
    for (let press = 0; press < 20; press++) await frame.press('ArrowRight');
    await save(page);
    await shown(page, 'Grace Okafor');
    expect(await coloursOf(7)).toEqual(['red', 'red', 'red']);
    await page.goto('/user/userList');
    const face = page.locator('.user-who', { hasText: 'Grace Okafor' }).locator('img');
    await face.waitFor();
    expect(await face.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])).toEqual([
      112, 112,
    ]);
    expect(await page.locator('.user-who', { hasText: 'Chen Wei' }).locator('img').count()).toBe(0);
  });

  test('is dragged and zoomed by pointer and wheel', async () => {
    const page = await open(7, { width: 1280, height: 900 });
    await choose(page, 'photo.chooseOther');
    const box = await page.getByRole('application').boundingBox();
    if (box === null) throw new Error('no frame');
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    await page.mouse.move(middle.x, middle.y);
    await page.mouse.down();
    await page.mouse.move(middle.x - box.width, middle.y, { steps: 4 });
    await page.mouse.up();
    await page.mouse.move(middle.x, middle.y);
    await page.mouse.wheel(0, -2000);
    await until('the zoom', async () => Number(await page.getByRole('slider').inputValue()) > 300);
    await save(page);
    await until('blue', async () => (await coloursOf(7)).join() === 'blue,blue,blue');
    await shown(page, 'Grace Okafor');
  });

  test('is taken with the camera of the browser', async () => {
    const page = await suite.signedIn();
    await page.addInitScript(() => {
      navigator.mediaDevices.getUserMedia = async () => {
        const canvas = document.createElement('canvas');
        canvas.width = 640;
        canvas.height = 480;
        const pen = canvas.getContext('2d');
        const draw = (): void => {
          if (pen) pen.fillStyle = '#14c814';
          pen?.fillRect(0, 0, 640, 480);
          requestAnimationFrame(draw);
        };
        draw();
        return canvas.captureStream();
      };
    });
    await page.goto('/user/userEdit?userid=8');
    await page.getByRole('button', { name: text('photo.camera') }).click();
    await page.getByRole('button', { name: text('photo.take'), exact: true }).click();
    await page.getByRole('application').waitFor();
    await save(page);
    await shown(page, 'Chen Wei');
    expect(await coloursOf(8)).toEqual(['green', 'green', 'green']);
  });

  test('that is no picture is refused in words, and one is removed after a question', async () => {
    const page = await open(8);
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: text('photo.chooseOther') }).click();
    await (await chooser).setFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') });
    await page.getByText(text('photo.unreadable')).waitFor();
    await page.getByRole('button', { name: text('ui.cancel') }).click();
    await page.getByRole('button', { name: text('photo.remove'), exact: true }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: text('photo.remove') })
      .click();
    await page.getByText(text('photo.none')).waitFor();
    expect((await suite.admin.call('GetUserInfo', { userid: 8 })).user.enrolled).toBe(0);
  });
});
