// Enrolling somebody in the console while the person is at the terminal.

import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { FaceEngine, facePictures } from '../harness/faces.ts';
import { headed, messageSaid, Suite } from './console.ts';
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

const open = async (userid: number): Promise<Page> => {
  const page = await suite.shared();
  await page.goto(`/user/fingerprint?userid=${userid}`);
  await headed(page, 'page.fingerprint');
  return page;
};

const says = (page: Page, key: string) =>
  page
    .getByRole('status')
    .filter({ hasText: text(key) })
    .waitFor();
const lay = (seed: number) => suite.terminal.bench.act({ do: 'finger', seed, instantly: true });
const lift = () => suite.terminal.bench.act({ do: 'finger', lift: true });
const finger = (page: Page, key: string) => page.getByRole('button', { name: text(key) });

async function press(page: Page, seed: number): Promise<void> {
  await says(page, 'enrol.present.finger');
  await lay(seed);
  await says(page, 'enrol.lift.finger');
  await lift();
  for (let tried = 1; tried < 3; tried++) {
    await says(page, 'enrol.more.finger');
    await lay(seed);
    if (tried < 2) await says(page, 'enrol.lift.finger');
    await lift();
  }
}

describe('/user/fingerprint', () => {
  test('from the list: a finger is chosen, pressed three times, and stands in the hand', async () => {
    const page = await suite.shared();
    await page.goto('/user/userList');
    await page.getByRole('button', { name: text('users.actionsOf', { name: 'Grace Okafor' }) }).click();
    await page.getByRole('menuitem', { name: text('page.fingerprint') }).click();
    await headed(page, 'page.fingerprint');
    await finger(page, 'enrol.finger.8').first().click();
    await page.getByRole('button', { name: `${text('enrol.start')}: ${text('enrol.finger.8')}` }).click();
    await press(page, 71);
    await says(page, 'users.enrolled');
    await page
      .getByRole('button', { name: text('ui.close') })
      .last()
      .click();
    await page.getByRole('button', { name: `${text('enrol.finger.8')}, ${text('users.enrolled')}` }).waitFor();
  });

  test('a finger that somebody has is named, with the way there', async () => {
    const page = await open(8);
    await page.getByRole('button', { name: `${text('enrol.start')}: ${text('enrol.finger.1')}` }).click();
    await press(page, 71);
    await says(page, 'enrol.failed');
    await page.getByRole('link', { name: text('enrol.user', { userid: 7 }) }).waitFor();
    await page
      .getByRole('button', { name: text('ui.close') })
      .last()
      .click();
  });

  test('is left and found again; then a card ends it', async () => {
    const page = await open(8);
    await page.getByRole('button', { name: text('enrol.cardStart') }).click();
    await says(page, 'enrol.card');
    await page.getByRole('button', { name: text('enrol.leave') }).click();
    await page.goto('/user/userList');
    await page.goto('/user/fingerprint?userid=8');
    await page.getByRole('button', { name: text('enrol.show') }).click();
    await says(page, 'enrol.card');
    await suite.terminal.bench.act({ do: 'card', number: '4711' });
    await says(page, 'users.enrolled');
    await page
      .getByRole('button', { name: text('ui.close') })
      .last()
      .click();
    await page.getByText('0000 004 711').waitFor();
  });

  test('cancelled, nothing is stored', async () => {
    const page = await open(8);
    await page.getByRole('button', { name: `${text('enrol.start')}: ${text('enrol.finger.1')}` }).click();
    await says(page, 'enrol.present.finger');
    await page.getByRole('button', { name: text('ui.cancel') }).click();
    await says(page, 'enrol.failed');
    await page.getByText(text('enrol.note.cancelled')).waitFor();
    await page
      .getByRole('button', { name: text('ui.close') })
      .last()
      .click();
  });

  test('duress is marked, and a finger deleted', async () => {
    const page = await open(7);
    await finger(page, 'enrol.finger.8').first().click();
    await page.getByRole('checkbox', { name: text('enrol.duress') }).check();
    await page
      .getByRole('button', { name: new RegExp(`${text('enrol.finger.8')}.*${text('enrol.duressTag')}`) })
      .waitFor();
    await page.getByRole('button', { name: `${text('enrol.delete')}: ${text('enrol.finger.8')}` }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: text('enrol.delete') })
      .click();
    await page.getByRole('button', { name: `${text('enrol.finger.8')}, ${text('enrol.empty')}` }).waitFor();
  });

  test('a module that does not answer is said', async () => {
    await suite.terminal.bench.fault('finger', 'offline', true);
    const page = await open(7);
    /* The face module has no engine here and does not answer either. */
    const silent = () => page.getByText(text('enrol.offline')).count();
    await expect.poll(silent).toBe(2);
    expect(
      await page.getByRole('button', { name: `${text('enrol.start')}: ${text('enrol.finger.1')}` }).isDisabled(),
    ).toBe(true);
    await suite.terminal.bench.fault('finger', 'offline', false);
    await expect.poll(silent).toBe(1);
  });
});

describe('a face from a picture', () => {
  let engine: FaceEngine;
  beforeAll(async () => {
    await suite.terminal.add({ userid: 30, username: 'Ana Torres' });
    engine = await FaceEngine.start(suite.terminal);
  });
  afterAll(() => engine.kill());

  const dialogOf = (page: Page) => page.getByRole('dialog', { name: /./ }).last();
  async function choose(page: Page, buffer: Buffer): Promise<void> {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: text('enrol.pictureChoose') }).click();
    await (await chooser).setFiles({ name: 'face.jpg', mimeType: 'image/jpeg', buffer });
    await page.getByRole('application').waitFor();
    await page.getByRole('button', { name: text('enrol.pictureSend') }).click();
  }
  const close = (page: Page) =>
    dialogOf(page)
      .getByRole('button', { name: text('ui.close') })
      .last()
      .click();

  test('is chosen, found by the engine and stored', async () => {
    const page = await open(30);
    await choose(page, facePictures.ada());
    await says(page, 'users.enrolled');
    await close(page);
    await page.getByRole('button', { name: `${text('enrol.again')}: ${text('enum.Factor.face')}` }).waitFor();
  });

  test('with nobody in it, or somebody who is enrolled, says so and names who', async () => {
    const page = await open(8);
    await choose(page, facePictures.nobody());
    await page.getByText(text('enrol.pictureNote.noFace')).waitFor();
    await close(page);
    await choose(page, facePictures.adaAgain());
    await page.getByRole('link', { name: text('enrol.user', { userid: 30 }) }).waitFor();
    await close(page);
  });

  test('is taken from the photo of the user', async () => {
    const headers = { 'content-type': 'image/jpeg' };
    await suite.admin.attempt('uploadPhoto', { userid: 8 }, { body: facePictures.grace(), headers });
    const page = await open(8);
    await page.getByRole('button', { name: text('enrol.pictureOwn') }).click();
    await says(page, 'users.enrolled');
    await close(page);
  });
});

test('a mode of the terminal says how many it would lock out', async () => {
  const page = await suite.shared();
  await page.goto('/basicSetting/identifyMode');
  await headed(page, 'page.identifyMode');
  await page.getByRole('radio', { name: text('enum.DefaultMode.all') }).check();
  await page.getByRole('checkbox', { name: text('enum.Factor.finger') }).check();
  await page.getByText('3 users have no: Finger').waitFor();
  await page.getByRole('button', { name: text('ui.save'), exact: true }).click();
  const question = page.getByRole('alertdialog');
  await question.getByText('3 users have no: Finger').waitFor();
  await question.getByRole('button', { name: text('ui.cancel') }).click();
  await page.getByText(text('error.12068')).waitFor();
  expect(await suite.admin.call('SetIdentifyParam', {})).toMatchObject({ identifyMode: 'any' });
  await page.getByRole('button', { name: text('ui.save'), exact: true }).click();
  await question.getByRole('button', { name: text('identifyMode.sure') }).click();
  await messageSaid(page, text('settings.saved'));
  expect(await suite.admin.call('SetIdentifyParam', {})).toMatchObject({
    identifyMode: 'all',
    identifyFactors: ['finger'],
  });
});
