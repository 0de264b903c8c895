// A number is not a person: records of a deleted user lead to nobody, and the form of a new user says whom records name.

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { until } from '../harness/wait.ts';
import { headed, phone, Suite } from './console.ts';
import { text } from './texts.ts';

let suite: Suite;
beforeAll(async () => {
  suite = await Suite.start();
  const { terminal, admin } = suite;
  await terminal.add({ userid: 7, username: 'Ada Marlow', cardno: '7007' });
  await terminal.add({ userid: 8, username: 'Grace Okafor', cardno: '8008' });
  for (const number of ['7007', '8008']) await terminal.bench.act({ do: 'card', number });
  await until('the lines', async () => (await admin.call('searchrecord', {})).records.length === 2);
  await admin.call('deleteuser', { userid: 7 });
});
afterAll(() => suite.stop());
afterEach(async () => expect(await suite.closePages()).toEqual([]));

for (const [where, options] of [
  ['at a desk', {}],
  ['on a phone', { viewport: phone }],
] as const) {
  test(`${where} records of a deleted user say so, and lead nowhere`, async () => {
    const page = await suite.signedIn(options);
    await page.goto('/advSetting/recordList');
    await headed(page, 'page.recordList');
    const former = page.getByText(text('records.former'), { exact: true });
    await former.first().waitFor();
    expect(await former.count()).toBe(1);
    const why = (name: string) => page.getByRole('button', { name: `${text('why.why')} ${name}` });
    await why('Grace Okafor').waitFor();
    expect(await why('Ada Marlow').count()).toBe(0);
  });

  test(`${where} the form of a new user offers an ID that no record names, and says whom records name by another`, async () => {
    const page = await suite.signedIn(options);
    await page.goto('/user/addUser');
    await headed(page, 'page.addUser');
    const id = page.getByLabel(text('field.User.userid'));
    expect(await id.inputValue()).toBe('9');
    await id.fill('7');
    const hint = page.getByText(/Ada Marlow/);
    await hint.waitFor();
    expect(await id.getAttribute('aria-describedby')).toBe(await hint.getAttribute('id'));
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    await id.fill('10');
    await hint.waitFor({ state: 'detached' });
  });
}
