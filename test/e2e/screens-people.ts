// Screens about one person: why the door decided so, whether it would let in, and a photo that is being cut.

import { encode } from 'jpeg-js';
import { ready, type Screen } from './screens.ts';
import { textIn } from './texts.ts';

const WIDTH = 640;
const HEIGHT = 480;

/** A light head before a dark wall. */
function portrait(): Buffer {
  const data = Buffer.alloc(WIDTH * HEIGHT * 4, 255);
  for (let at = 0; at < WIDTH * HEIGHT; at++) {
    const [x, y] = [(at % WIDTH) - WIDTH / 2, Math.floor(at / WIDTH) - HEIGHT / 2];
    const isHead = (x / 90) ** 2 + ((y + 30) / 120) ** 2 < 1;
    const isBody = y > 110 && (x / 210) ** 2 + ((y - 260) / 160) ** 2 < 1;
    data.set(isHead ? [222, 184, 156] : isBody ? [58, 92, 140] : [92, 104, 116], at * 4);
  }
  return encode({ width: WIDTH, height: HEIGHT, data }, 85).data;
}

export const peopleScreens: readonly Screen[] = [
  {
    name: 'why',
    as: 'admin',
    path: '/advSetting/recordList?all=true',
    show: async (page, language) => {
      await ready(page, language, 'page.recordList');
      await page
        .getByRole('button', { name: `${textIn(language, 'why.why')} Ada Lovelace` })
        .first()
        .click();
      await page.locator('dialog[open] .why-steps').waitFor();
    },
  },
  {
    name: 'may-enter',
    as: 'admin',
    path: '/user/userEdit?userid=3',
    show: async (page, language) => {
      await ready(page, language, 'page.userEdit');
      await page.getByRole('button', { name: textIn(language, 'why.look'), exact: true }).click();
      await page.locator('dialog[open] .why-verdict').waitFor();
    },
  },
  {
    name: 'photo-crop',
    as: 'admin',
    path: '/user/userEdit?userid=3',
    show: async (page, language) => {
      await ready(page, language, 'page.userEdit');
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: textIn(language, 'photo.choose') }).click();
      await (await chooser).setFiles({ name: 'portrait.jpg', mimeType: 'image/jpeg', buffer: portrait() });
      await page.getByRole('application').waitFor();
    },
  },
];
