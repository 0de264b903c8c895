import { beforeAll, describe, expect, it } from 'vitest';
import { withoutCard } from '../../../../web/features/users/cards/MoreCards.tsx';
import {
  changedFields,
  changesOf,
  fieldOf,
  formOf,
  otherTexts,
  typedEdits,
  type UserForm,
  validate,
} from '../../../../web/features/users/form/form.ts';
import { withChanges } from '../../../../web/features/users/form/useEditing.ts';
import { fieldOfRefusal } from '../../../../web/features/users/form/useUserForm.ts';
import { readUserId } from '../../../../web/features/users/useUserId.ts';
import { activateLanguage, languages, textOf } from '../../../../web/lib/i18n.ts';
import { user } from './world.tsx';

const base = formOf(user({ cardno: '12884301', validTo: '2026-12-31' }));
const typed = (change: Partial<UserForm>): UserForm => ({ ...base, ...change });
const complaints = (change: Partial<UserForm>, hasPassword = false) =>
  validate(typed(change), { hasPassword, adding: true });

beforeAll(() => activateLanguage('en'));

describe('what differs', () => {
  it('is nothing at first', () => {
    expect(changesOf(base, base)).toEqual({});
    expect(changedFields(base, base).size).toBe(0);
  });

  it('is what is sent, and only that', () => {
    expect(changesOf(base, typed({ username: 'G', validTo: '', level: 4 }))).toEqual({
      username: 'G',
      validTo: '',
      level: 4,
    });
  });

  it('are the cards that changed, and those that moved up', () => {
    const three = formOf(user({ cardno: '1', cardno2: '2', cardno3: '3' }));
    expect(changesOf(three, { ...three, ...withoutCard(three, 'cardno2') })).toEqual({ cardno2: '3', cardno3: '0' });
    expect(changesOf(three, { ...three, ...withoutCard(three, 'cardno') })).toEqual({
      cardno: '2',
      cardno2: '3',
      cardno3: '0',
    });
    expect(changesOf(three, { ...three, cardno5: '0x5' })).toEqual({ cardno5: '5' });
    expect([...changedFields(three, { ...three, cardno4: '4' })]).toEqual(['cardno4']);
  });

  it('a card is the same however it is written', () => {
    expect(changesOf(base, typed({ cardno: '0012 884 301' }))).toEqual({});
    expect(changesOf(base, typed({ cardno: '' }))).toEqual({ cardno: '0' });
  });

  it('a password is set, removed or left', () => {
    expect(changesOf(base, typed({ password: '4711', confirm: '4711' }))).toEqual({ password: '4711' });
    expect(changesOf(base, typed({ removePassword: true }))).toEqual({ password: '' });
    expect([...changedFields(base, typed({ confirm: '4' }))]).toEqual(['password']);
  });

  it('factors count where they are in force', () => {
    expect(changesOf(base, typed({ identifyFactors: ['card'] }))).toEqual({});
    const all = typed({ identifyMode: 'all', identifyFactors: ['card', 'id'] });
    expect(changesOf(base, all)).toEqual({ identifyMode: 'all', identifyFactors: ['card', 'id'] });
    expect(changesOf(all, { ...all, identifyFactors: ['id', 'card'] })).toEqual({});
  });
});

describe('what cannot be right', () => {
  it('nothing in a user as it is offered', () => expect(complaints({})).toEqual({}));

  it('an ID that is missing or outside its limits', () => {
    expect(complaints({ userid: null }).userid).toBe('Please input User ID');
    expect(complaints({ userid: 0 }).userid).toBe('From 1 to 999,999,999');
    expect(complaints({ userid: 1_000_000_000 }).userid).toBeDefined();
    expect(complaints({ userid: 999_999_999 }).userid).toBeUndefined();
    expect(validate(typed({ userid: null }), { hasPassword: false, adding: false })).toEqual({});
  });

  it('a name counted in characters, without controls', () => {
    expect(complaints({ username: '🙂'.repeat(64) }).username).toBeUndefined();
    expect(complaints({ username: '🙂'.repeat(65) }).username).toBe('65 characters; at most 64 fit');
    expect(complaints({ username: 'a\tb' }).username).toBe('This name has characters that cannot be shown');
  });

  it('a card beyond the largest', () => {
    expect(complaints({ cardno: '72057594037927935' }).cardno).toBeUndefined();
    expect(complaints({ cardno: '72057594037927936' }).cardno).toBe('At most 72,057,594,037,927,935');
  });

  it('one of the further cards is wrong, or is there twice', () => {
    expect(complaints({ cardno2: '1,65536', cardno4: 'x' })).toEqual({
      cardno2: 'At most 72,057,594,037,927,935',
      cardno4: 'This is not a card number. Type it as 0012884301, 196,39245 or 0x00C4994D.',
    });
    expect(complaints({ cardno2: '7', cardno5: '0012 884 301' })).toEqual({
      cardno5: 'This user already has this card',
    });
    expect(complaints({ cardno2: '', cardno3: '' })).toEqual({});
  });

  it('a password of the wrong length, or typed differently', () => {
    expect(complaints({ password: '123', confirm: '123' })).toEqual({ password: '4 to 6 digits' });
    expect(complaints({ password: '1234', confirm: '1235' })).toEqual({
      confirm: 'Two password entries are inconsistent\nType the same password in both fields.',
    });
    expect(complaints({ password: '1234' })).toEqual({ confirm: 'Please enter the password again' });
  });

  it('an administrator without a password of six digits', () => {
    const need = { password: 'An administrator needs a password of 6 digits' };
    expect(complaints({ level: 1 })).toEqual(need);
    expect(complaints({ level: 1, password: '8264', confirm: '8264' })).toEqual(need);
    expect(complaints({ level: 1, password: '826493', confirm: '826493' })).toEqual({});
    expect(complaints({ level: 1 }, true)).toEqual({});
    expect(complaints({ level: 1, removePassword: true }, true)).toEqual(need);
  });

  it('no factor where all must match', () => {
    expect(complaints({ identifyMode: 'all' })).toEqual({ identifyFactors: 'Choose at least one factor' });
  });

  it('an end before the beginning', () => {
    expect(complaints({ validFrom: '2027-01-01' })).toEqual({ validTo: 'The last day is before the first' });
    expect(complaints({ validFrom: '2026-12-31' })).toEqual({});
  });
});

describe('after somebody else changed the user', () => {
  it('what was typed stays, the rest is theirs', () => {
    const mine = typed({ username: 'Mine', password: '4711', confirm: '4711' });
    const theirs = formOf(user({ username: 'Theirs', group: 5, revision: 9 }));
    expect({ ...theirs, ...typedEdits(base, mine) }).toEqual({
      ...theirs,
      username: 'Mine',
      password: '4711',
      confirm: '4711',
    });
  });

  it('what was sent is no longer a change, what was typed since then is', () => {
    const sent = typed({ username: 'Sent', password: '4711', confirm: '4711' });
    const now = { ...sent, shift: 3 };
    const stored = formOf(withChanges(user({ cardno: '12884301', validTo: '2026-12-31' }), changesOf(base, sent), 4));
    const next = { ...stored, ...typedEdits(sent, now) };
    expect(changesOf(stored, next)).toEqual({ shift: 3 });
  });

  it('the stored user takes the changes over', () => {
    expect(withChanges(user(), { password: '4711', level: 2 }, 4)).toMatchObject({
      hasPassword: true,
      level: 2,
      revision: 4,
    });
    expect(withChanges(user({ hasPassword: true }), { password: '' }, 4).hasPassword).toBe(false);
    const cards = user({ cardno: '1', cardno2: '2', cardno3: '3' });
    expect(withChanges(cards, { cardno: '0' }, 4)).toMatchObject({ cardno: '2', cardno2: '3', cardno3: '0' });
  });
});

describe('the server’s complaint', () => {
  it('goes to the field it names, or to the one its code is about', () => {
    expect(fieldOf('cardno')).toBe('cardno');
    expect(fieldOf('again')).toBeUndefined();
    expect(fieldOfRefusal({ code: 12007, field: 'identifyFactors[2]' })).toBe('identifyFactors');
    expect(fieldOfRefusal({ code: 40405, field: '' })).toBe('password');
    expect(fieldOfRefusal({ code: 12016, field: '' })).toBeUndefined();
    expect(fieldOfRefusal({ code: 0, field: 'cardno' })).toBeUndefined();
  });

  it('an address has an ID, none, or a wrong one', () => {
    expect([null, '', '7', '999999999'].map(readUserId)).toEqual([null, null, 7, 999_999_999]);
    expect(['0', '1000000000', 'x', '-1', '1.5', '99999999999'].map(readUserId)).toEqual(Array(6).fill(undefined));
  });
});

describe('texts that nobody placed', () => {
  it.each(languages)('have a label each in $code', async ({ code }) => {
    await activateLanguage(code);
    expect(otherTexts.filter(({ name }) => textOf(`field.User.${name}`) === undefined)).toEqual([]);
    await activateLanguage('en');
  });
});
