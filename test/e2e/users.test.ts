// Users in the console: listing, finding, adding, changing and deleting them, on a wide screen with pointer and keyboard.

import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { goodPassword } from '../harness/terminal.ts';
import { until } from '../harness/wait.ts';
import { headed, messageSaid, Suite } from './console.ts';
import { addExamples } from './screens.ts';
import { text } from './texts.ts';

let suite: Suite;

beforeAll(async () => {
  suite = await Suite.start();
  await addExamples(suite.terminal);
  for (let userid = 101; userid <= 160; userid++) {
    await suite.terminal.add({ userid, username: `Crew ${String(userid)}`, group: 1 + (userid % 3) });
  }
});
afterAll(() => suite.stop());
afterEach(async () => {
  expect(await suite.closePages()).toEqual([]);
});

async function open(path: string, title: string): Promise<Page> {
  const page = await suite.shared();
  await page.goto(path);
  await headed(page, title);
  return page;
}

const openList = async (query = ''): Promise<Page> => {
  const page = await open(`/user/userList${query}`, 'page.userList');
  await page.locator('.pager, .empty').first().waitFor();
  return page;
};

const rows = (page: Page): Locator => page.locator('tbody tr');
const field = (page: Page, key: string): Locator => page.getByLabel(text(key), { exact: true });

/** Names in the list, once it shows as many rows as wanted. */
async function names(page: Page, count: number): Promise<string[]> {
  await until(`${count} rows`, async () => (await rows(page).count()) === count);
  return rows(page).locator('.user-name').allTextContents();
}

async function range(page: Page, want: string): Promise<void> {
  await page.locator('.pager-range', { hasText: want }).waitFor();
}

describe('the list', () => {
  test('shows a page, its place and the total', async () => {
    const page = await openList();
    expect(await rows(page).count()).toBe(50);
    await range(page, '1–50 of 72');
    expect(await page.title()).toContain(text('page.userList'));
    await page.goto('/user/userEdit?userid=1');
    const { user } = await suite.admin.call('GetUserInfo', { userid: 1 });
    await until('the name in the title', async () => (await page.title()).includes(`1 ${user.username} – `));
  });

  test('the ends of the list, an ID and first letters are one step away', async () => {
    const page = await openList('?limit=20');
    await range(page, '1–20 of 72');
    await page.getByRole('button', { name: text('ui.last') }).click();
    await range(page, '53–72 of 72');
    expect(await names(page, 20)).toContain('Crew 160');
    await page.getByRole('button', { name: text('ui.previous'), exact: true }).click();
    await range(page, '33–52 of 72');
    await page.getByRole('button', { name: text('ui.first') }).click();
    await range(page, '1–20 of 72');
    await page.getByLabel(text('users.goToId')).fill('130');
    await page.keyboard.press('Enter');
    await page.locator('tbody tr').first().locator('.user-name', { hasText: 'Crew 130' }).waitFor();
    await page.getByLabel(text('users.goToId')).fill('161');
    await page.keyboard.press('Enter');
    /* Nobody has it: the list goes on at the next, the one with the highest ID of all. */
    await range(page, '72–72 of 72');
    await page.getByRole('button', { name: text('users.user'), exact: true }).click();
    await page.getByLabel(text('users.goToName')).fill('crew 15');
    await page.keyboard.press('Enter');
    await page.locator('tbody tr').first().locator('.user-name', { hasText: 'Crew 150' }).waitFor();
  });

  test.each([
    ['wide', { width: 1280, height: 900 }],
    ['narrow', { width: 880, height: 700 }],
    ['a phone', { width: 390, height: 844 }],
  ])('on %s the list stays where it is while it is filtered and users are selected', async (_, viewport) => {
    const page = await suite.signedIn({ viewport });
    await page.goto('/user/userList');
    const list = page.locator('.table, .cards').first();
    const top = async (): Promise<number> => {
      await list.waitFor();
      return list.evaluate((found) => found.getBoundingClientRect().top);
    };
    const before = await top();
    const choose = async (key: string, value: string, address: RegExp): Promise<void> => {
      await page.getByRole('combobox', { name: text(key), exact: true }).selectOption(value);
      await page.waitForURL(address);
      expect(await top(), key).toBe(before);
    };
    await choose('field.User.group', '1', /group=1/);
    await choose('users.role', 'user', /role=user/);
    await choose('field.User.shift', '0', /shift=0/);
    await choose('users.credentials', 'none', /credential=none/);
    await choose('users.validity', 'valid', /expiry=valid/);
    await range(page, 'of 20');
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    if (viewport.width > 852) {
      await page.locator('tbody input').first().check();
      await page.getByRole('toolbar', { name: text('ui.selection') }).waitFor();
      expect(await top(), 'selected').toBe(before);
      await page.getByRole('button', { name: text('ui.clearSelection') }).click();
    }
    await page.getByRole('button', { name: text('users.clearAll') }).click();
    await range(page, 'of 72');
    expect(await top(), 'cleared').toBe(before);
  });

  test('compact rows are 32 px high, and stay so when the page is loaded again', async () => {
    const page = await suite.signedIn();
    await page.goto('/user/userList');
    const heights = async (): Promise<number[]> => {
      await rows(page).nth(49).waitFor();
      const all = await rows(page).evaluateAll((found) => found.map((one) => one.getBoundingClientRect().height));
      return [...new Set(all)];
    };
    expect(await heights()).toEqual([44]);
    await page.getByRole('button', { name: text('users.view') }).click();
    await page.getByRole('switch', { name: text('users.compact') }).check();
    await page.getByRole('checkbox', { name: text('field.User.shift') }).check();
    await page.keyboard.press('Escape');
    expect(await heights()).toEqual([32]);
    await page.reload();
    expect(await heights()).toEqual([32]);
    await page.getByRole('columnheader', { name: text('field.User.shift'), exact: true }).waitFor();
  });

  test('pages forwards and backwards, and by the browser’s back', async () => {
    const page = await openList('?limit=20');
    await range(page, '1–20 of 72');
    await page.getByRole('button', { name: text('ui.next') }).click();
    await range(page, '21–40 of 72');
    await page.getByRole('button', { name: text('ui.next') }).click();
    await range(page, '41–60 of 72');
    await page.getByRole('button', { name: text('ui.previous') }).click();
    await range(page, '21–40 of 72');
    await page.goBack();
    await range(page, '41–60 of 72');
    await page.reload();
    await range(page, '41–60 of 72');
  });

  test('takes another page size', async () => {
    const page = await openList();
    await page.getByLabel(text('ui.rowsPerPage')).selectOption('100');
    await range(page, '1–72 of 72');
    expect(new URL(page.url()).searchParams.get('limit')).toBe('100');
  });

  test.each([
    ['amina', ['Amina Haddad']],
    ['陈', ['陈伟']],
    ['رضا', ['نوید رضایی']],
    ['12884377', ['Bo Lindqvist']],
    ['99999', ['Zoë']],
    ['kovac', ['Dora Kovač']],
  ])('a search for %s finds %j and is kept in the address', async (search, want) => {
    const page = await openList();
    await field(page, 'users.search').fill(search);
    expect(await names(page, want.length)).toEqual(want);
    await until('the search in the address', () => new URL(page.url()).searchParams.get('search') === search);
    await page.reload();
    expect(await names(page, want.length)).toEqual(want);
    expect(await field(page, 'users.search').inputValue()).toBe(search);
  });

  test('reload keeps search, filters, sort and page size; clearing the search brings all back', async () => {
    const page = await openList();
    await field(page, 'users.search').fill('crew');
    await range(page, 'of 60');
    await page.getByLabel(text('field.User.group'), { exact: true }).selectOption('2');
    await range(page, 'of 20');
    await page.getByRole('button', { name: text('users.id'), exact: true }).click();
    await until(
      'the list turned round',
      async () => (await rows(page).first().textContent())?.includes('160') === true,
    );
    const before = await rows(page).allTextContents();
    await page.reload();
    await range(page, 'of 20');
    expect(await rows(page).allTextContents()).toEqual(before);
    expect(await page.getByLabel(text('field.User.group'), { exact: true }).inputValue()).toBe('2');
    await page.getByRole('button', { name: text('ui.clearSearch') }).click();
    await range(page, 'of 22');
  });

  test('says when nothing matches and offers to clear', async () => {
    const page = await openList('?search=nobody-at-all');
    await page.getByText(text('users.noMatch'), { exact: true }).waitFor();
    await page
      .getByRole('button', { name: text('users.clearAll') })
      .last()
      .click();
    await range(page, 'of 72');
  });

  test('an address somebody spoiled still shows a list', async () => {
    for (const query of ['?limit=7', '?sort=card', '?group=99', '?role=root', '?shift=x']) {
      const page = await openList(query);
      expect(await rows(page).count()).toBeGreaterThan(0);
    }
    const page = await openList('?after=spoiled');
    await until('rows in spite of a bad cursor', async () => (await rows(page).count()) > 0);
  });

  test('a name cannot bring markup or direction of its own', async () => {
    await suite.terminal.add({ userid: 170, username: '<img src=x onerror=alert(1)>' });
    const page = await openList('?search=onerror');
    expect(await names(page, 1)).toEqual(['<img src=x onerror=alert(1)>']);
    expect(await page.locator('main img').count()).toBe(0);
    await suite.admin.call('deleteuser', { userid: 170 });
  });
});

describe('adding', () => {
  test('one after another: says who, keeps the group, begins at the name with the next ID', async () => {
    const page = await open('/user/addUser', 'page.addUser');
    await page.keyboard.type('Ana Torres');
    const id = Number(await field(page, 'field.User.userid').inputValue());
    await page.locator('select[name="group"]').selectOption('5');
    await page.getByRole('button', { name: text('users.addAnother') }).click();
    await page.getByText(text('users.addedName', { name: 'Ana Torres', id })).waitFor();
    await until('the next ID', async () => (await field(page, 'field.User.userid').inputValue()) !== String(id));
    await page.keyboard.type('Luis Torres');
    expect(await field(page, 'field.User.username').inputValue()).toBe('Luis Torres');
    const next = Number(await field(page, 'field.User.userid').inputValue());
    await page.getByRole('button', { name: text('users.add') }).click();
    await headed(page, 'page.userList');
    for (const userid of [id, next]) {
      const { user } = await suite.admin.call('GetUserInfo', { userid });
      expect(user).toMatchObject({ group: 5, username: userid === id ? 'Ana Torres' : 'Luis Torres' });
      await suite.admin.call('deleteuser', { userid });
    }
  });

  test('a reader that types ends its number with Enter, twice, and submits nothing', async () => {
    const page = await open('/user/addUser', 'page.addUser');
    await page.getByRole('button', { name: text('users.cardRead') }).click();
    const dialog = page.getByRole('dialog', { name: text('users.cardRead') });
    await dialog.waitFor();
    await page.keyboard.type('72057594037927936');
    await page.keyboard.press('Enter');
    await dialog.getByRole('alert').getByText('72,057,594,037,927,935').waitFor();
    await page.keyboard.type('0012884399');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await until('the number', async () => (await field(page, 'field.User.cardno').inputValue()) === '0012 884 399');
    expect(await dialog.count()).toBe(0);
    await headed(page, 'page.addUser');
    await page.getByRole('button', { name: text('users.cardRead') }).click();
    await dialog.waitFor();
    await page.keyboard.type('5');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await field(page, 'field.User.cardno').inputValue()).toBe('0012 884 399');
  });

  test('offers the next free ID, adds, says so and shows the user in the list', async () => {
    const page = await openList();
    await page.getByRole('link', { name: text('users.add') }).click();
    await headed(page, 'page.addUser');
    const offered = await field(page, 'field.User.userid').inputValue();
    expect(Number(offered)).toBeGreaterThan(0);
    await field(page, 'field.User.userid').fill('501');
    await field(page, 'field.User.username').fill('Yara Çelik');
    await field(page, 'field.User.cardno').fill('5010501');
    await field(page, 'field.User.password').fill('407188');
    await field(page, 'users.confirm').fill('407188');
    await field(page, 'field.User.group').selectOption('3');
    await field(page, 'field.User.level').selectOption('4');
    await page.locator('form button[type="submit"]').click();
    await messageSaid(page, text('users.added', { id: 501 }));
    await headed(page, 'page.userList');
    const { user } = await suite.admin.call('GetUserInfo', { userid: 501 });
    expect(user).toMatchObject({ username: 'Yara Çelik', cardno: '5010501', hasPassword: true, group: 3, level: 4 });
  });

  test('validates before it sends, at the fields', async () => {
    const page = await open('/user/addUser', 'page.addUser');
    await field(page, 'field.User.userid').fill('');
    await field(page, 'field.User.cardno').fill('72057594037927936');
    await field(page, 'field.User.password').fill('4071');
    await field(page, 'users.confirm').fill('4072');
    await page.locator('form button[type="submit"]').click();
    await page.getByText(text('users.idRequired')).waitFor();
    await page.getByText(text('users.passwordsDiffer')).waitFor();
    expect(await page.locator('[aria-invalid="true"]').count()).toBeGreaterThanOrEqual(3);
  });

  test('puts the terminal’s complaint at its field', async () => {
    const page = await open('/user/addUser', 'page.addUser');
    await field(page, 'field.User.userid').fill('502');
    await field(page, 'field.User.cardno').fill('12884301'); // Amina's
    await page.locator('form button[type="submit"]').click();
    await page.getByText(text('users.cardHolder', { name: 'Amina Haddad', userid: 1 })).waitFor();
    expect(await field(page, 'field.User.cardno').getAttribute('aria-invalid')).toBe('true');
    await field(page, 'field.User.cardno').fill('5020502');
    await page.locator('form button[type="submit"]').click();
    await messageSaid(page, text('users.added', { id: 502 }));
  });

  test('an ID that exists asks whether to add it again, and then changes only what was entered', async () => {
    const page = await open('/user/addUser', 'page.addUser');
    await field(page, 'field.User.userid').fill('2');
    await field(page, 'field.User.username').fill('Bo L.');
    await page.locator('form button[type="submit"]').click();
    const question = page.getByRole('alertdialog');
    await question.getByText(text('users.existsAgain')).waitFor();
    await question.getByRole('button', { name: text('ui.cancel') }).click();
    expect((await suite.admin.call('GetUserInfo', { userid: 2 })).user.username).toBe('Bo Lindqvist');
    await page.locator('form button[type="submit"]').click();
    await question.getByRole('button', { name: text('users.addAgain') }).click();
    await messageSaid(page, text('users.added', { id: 2 }));
    const { user } = await suite.admin.call('GetUserInfo', { userid: 2 });
    expect(user).toMatchObject({ username: 'Bo L.', cardno: '12884377', shift: 2, validFrom: '2024-01-01' });
    await suite.admin.call('edituser', { userid: 2, username: 'Bo Lindqvist' });
  });
});

describe('editing', () => {
  test('shows what is stored, counts what changed, discards and saves', async () => {
    const page = await openList('?search=%C3%89mile');
    await rows(page).first().getByRole('link').click();
    await headed(page, 'page.userEdit');
    expect(await field(page, 'field.User.userid').inputValue()).toBe('5');
    expect(await field(page, 'field.User.cardno').inputValue()).toBe('12884512');
    await field(page, 'field.User.username').fill('E. Roche');
    await field(page, 'field.User.group').selectOption('9');
    await page.getByRole('status').getByText('2 changes').waitFor({ state: 'attached' });
    await page.getByRole('button', { name: text('ui.discard') }).click();
    expect(await field(page, 'field.User.username').inputValue()).toBe('Émile Roche');
    await field(page, 'field.User.username').fill('E. Roche');
    await page.getByRole('button', { name: text('ui.save') }).click();
    await messageSaid(page, text('users.saved'));
    const { user } = await suite.admin.call('GetUserInfo', { userid: 5 });
    expect(user).toMatchObject({ username: 'E. Roche', cardno: '12884512', validFrom: '2030-01-01' });
    await suite.admin.call('edituser', { userid: 5, username: 'Émile Roche' });
  });

  test('the password is never shown; it can be set and removed', async () => {
    await suite.terminal.add({ userid: 511, password: '40711' });
    const page = await open('/user/userEdit?userid=511', 'page.userEdit');
    expect(await field(page, 'field.User.password').inputValue()).toBe('');
    await page.getByLabel(text('users.removePassword')).check();
    await page.getByRole('button', { name: text('ui.save') }).click();
    await messageSaid(page, text('users.saved'));
    expect((await suite.admin.call('GetUserInfo', { userid: 511 })).user.hasPassword).toBe(false);
  });

  test('leaving with changes asks; staying keeps them', async () => {
    const page = await open('/user/userEdit?userid=6', 'page.userEdit');
    await field(page, 'field.User.username').fill('Unsaved');
    await page
      .getByRole('link', { name: text('page.userList') })
      .first()
      .click();
    const question = page.getByRole('alertdialog');
    await question.getByRole('button', { name: text('ui.cancel') }).click();
    expect(await field(page, 'field.User.username').inputValue()).toBe('Unsaved');
    await page
      .getByRole('link', { name: text('page.userList') })
      .first()
      .click();
    await question.getByRole('button', { name: text('ui.leave') }).click();
    await headed(page, 'page.userList');
  });

  test('what another changed meanwhile is not overwritten', async () => {
    await suite.terminal.add({ userid: 512, username: 'Shared' });
    const page = await open('/user/userEdit?userid=512', 'page.userEdit');
    await suite.admin.call('edituser', { userid: 512, username: 'By another', group: 5 });
    await field(page, 'field.User.username').fill('Mine');
    await page.getByRole('button', { name: text('ui.save') }).click();
    await page.getByText(text('error.12020')).first().waitFor();
    expect((await suite.admin.call('GetUserInfo', { userid: 512 })).user.username).toBe('By another');
    await page.getByRole('button', { name: text('users.conflictReload') }).click();
    await until('the group of the other', async () => (await field(page, 'field.User.group').inputValue()) === '5');
    await field(page, 'field.User.username').fill('Mine');
    await page.getByRole('button', { name: text('ui.save') }).click();
    await messageSaid(page, text('users.saved'));
    expect((await suite.admin.call('GetUserInfo', { userid: 512 })).user).toMatchObject({ username: 'Mine', group: 5 });
  });

  test('the identify mode has its page: factors, a warning, saving', async () => {
    const page = await open('/user/userEdit?userid=8', 'page.userEdit');
    await page.getByRole('link', { name: text('users.change') }).click();
    await headed(page, 'page.identify');
    await page.getByRole('radio', { name: new RegExp(text('users.mode.all')) }).check();
    await page.getByRole('checkbox', { name: new RegExp(text('enum.Factor.card')) }).check();
    await page.getByRole('checkbox', { name: new RegExp(text('enum.Factor.password')) }).check();
    await page.getByText(text('users.lackingTitle')).waitFor();
    await page.getByRole('button', { name: text('ui.save') }).click();
    await messageSaid(page, text('users.saved'));
    const { user } = await suite.admin.call('GetUserInfo', { userid: 8 });
    expect(user).toMatchObject({ identifyMode: 'all', identifyFactors: ['card', 'password'] });
  });
});

describe('deleting', () => {
  test('one, from its row, after a question that names it', async () => {
    await suite.terminal.add({ userid: 521, username: 'Going Soon' });
    const page = await openList('?search=going');
    await page.getByRole('button', { name: text('users.actionsOf', { name: 'Going Soon' }) }).click();
    await page.getByRole('menuitem', { name: text('users.delete') }).click();
    const question = page.getByRole('alertdialog');
    await question.getByText(text('users.deleteOneTitle', { name: 'Going Soon' })).waitFor();
    await question.getByRole('button', { name: text('users.delete'), exact: true }).click();
    await page.getByText(text('users.noMatch'), { exact: true }).waitFor();
    await suite.admin.refuse('GetUserInfo', { userid: 521 }, 'user_unknown');
  });

  test('without a selection it asks for one', async () => {
    const page = await openList();
    await page
      .getByRole('button', { name: text('users.delete'), exact: true })
      .first()
      .click();
    await messageSaid(page, text('users.selectFirst'));
  });

  test('several over two pages, after a question that counts them', async () => {
    for (let userid = 531; userid <= 556; userid++) await suite.terminal.add({ userid, username: `Batch ${userid}` });
    const page = await openList('?search=batch&limit=20');
    await range(page, '1–20 of 26');
    await page.getByLabel(text('ui.selectPage')).check();
    await page.getByText('20 selected').waitFor();
    await page.getByRole('button', { name: text('ui.next') }).click();
    await range(page, '21–26 of 26');
    await page.getByLabel(text('ui.selectRow', { name: 'Batch 551, 551' })).check();
    await page.getByText('21 selected').waitFor();
    const bar = page.getByRole('toolbar', { name: text('ui.selection') });
    await bar.getByRole('button', { name: text('users.delete'), exact: true }).click();
    const question = page.getByRole('alertdialog');
    await question.getByRole('heading', { name: 'Delete 21 users?' }).waitFor();
    await question.getByRole('button', { name: 'Delete 21 users' }).click();
    await page.getByText('21 users deleted').waitFor();
    const left = await suite.admin.call('userlist', { search: 'batch' });
    expect(left.users.map((user) => user.userid)).toEqual([552, 553, 554, 555, 556]);
  });

  test('what could not be deleted is named with the reason', async () => {
    await suite.terminal.add({ userid: 561, username: 'Above One', level: 12, password: goodPassword(61) });
    await suite.terminal.add({ userid: 562, username: 'Above Two', level: 0 });
    await suite.terminal.add({ userid: 563, username: 'Officer', level: 8, password: goodPassword(63) });
    const session = await suite.terminal.client().signIn('563', goodPassword(63));
    const page = await suite.signedIn({ session });
    await page.goto('/user/userList?search=above');
    await page.getByLabel(text('ui.selectPage')).check();
    const bar = page.getByRole('toolbar', { name: text('ui.selection') });
    await bar.getByRole('button', { name: text('users.delete'), exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete 2 users' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(text('error.12003')).waitFor();
    await dialog.getByText('Above One').waitFor();
    expect(await dialog.getByText('Above Two').count()).toBe(0);
  });
});

describe('rights', () => {
  test('who may only read sees no way to change', async () => {
    await suite.terminal.add({ userid: 571, username: 'Reader', level: 1, password: goodPassword(71) });
    const session = await suite.terminal.client().signIn('571', goodPassword(71));
    const page = await suite.signedIn({ session });
    await page.goto('/user/userList');
    await page.getByText(text('users.readOnlyList')).waitFor();
    expect(await page.getByRole('link', { name: text('users.add') }).count()).toBe(0);
    expect(await page.getByRole('checkbox').count()).toBe(0);
    await page.goto('/user/userEdit?userid=2');
    await page.getByText(text('users.readOnly')).waitFor();
    expect(await page.getByRole('button', { name: text('ui.save') }).count()).toBe(0);
    expect(await page.getByRole('button', { name: text('users.delete') }).count()).toBe(0);
    await page.goto('/user/addUser');
    await page.getByText(text('users.readOnlyAdd')).waitFor();
  });
});
