import { beforeAll, expect, it } from 'vitest';
import { areTooMany, changeOf, complaintsOf, NO_CHANGE } from '../../../../web/features/bulk/edit/change.ts';
import { activateLanguage } from '../../../../web/lib/i18n.ts';
import '../../browser.ts';

beforeAll(() => activateLanguage('en'));

it('sends what is ticked and nothing else', () => {
  const form = { ...NO_CHANGE, group: 3, shift: 2, level: 9, validTo: '2027-01-01' };
  expect(changeOf({ ...form, ticked: [] })).toEqual({});
  expect(changeOf({ ...form, ticked: ['group'] })).toEqual({ group: 3 });
  expect(changeOf({ ...form, ticked: ['validFrom', 'validTo'] })).toEqual({ validFrom: '', validTo: '2027-01-01' });
});

it('sends factors where all must match, and there alone', () => {
  const form = { ...NO_CHANGE, identifyFactors: ['card', 'finger'] as const };
  expect(changeOf({ ...form, identifyMode: 'any', ticked: ['identifyMode'] })).toEqual({ identifyMode: 'any' });
  expect(changeOf({ ...form, identifyMode: 'all', ticked: [] })).toEqual({});
  expect(changeOf({ ...form, identifyMode: 'all', ticked: ['identifyMode'] })).toEqual({
    identifyMode: 'all',
    identifyFactors: ['card', 'finger'],
  });
});

it('complains about nothing ticked, factors that are none, and days in the wrong order', () => {
  expect(Object.keys(complaintsOf(NO_CHANGE))).toEqual(['ticked']);
  expect(Object.keys(complaintsOf({ ...NO_CHANGE, ticked: ['identifyMode'], identifyMode: 'all' }))).toEqual([
    'identifyFactors',
  ]);
  const days = { ...NO_CHANGE, validFrom: '2027-01-02', validTo: '2027-01-01' };
  expect(Object.keys(complaintsOf({ ...days, ticked: ['validFrom', 'validTo'] }))).toEqual(['validTo']);
  expect(complaintsOf({ ...days, ticked: ['validTo'] })).toEqual({});
  expect(complaintsOf({ ...days, validTo: '2027-01-02', ticked: ['validFrom', 'validTo'] })).toEqual({});
});

it('names a thousand users and no more', () => {
  const users = (count: number) => ({ userids: Array.from({ length: count }, (_, at) => at + 1) });
  expect(areTooMany(users(1000))).toBe(false);
  expect(areTooMany(users(1001))).toBe(true);
  expect(areTooMany({ group: 1 })).toBe(false);
});
