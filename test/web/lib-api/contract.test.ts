import {
  adduser,
  adduserCall,
  adduserLimits,
  adduserRequest,
  checkRequest,
  checkValue,
  deletsomeuserCall,
  ErrorCode,
  errorTexts,
  type Send,
  setInfoParam,
  userlistLimits,
  useSend,
} from '@gen/contract.ts';
import { describe, expect, it } from 'vitest';

describe('the generated client', () => {
  it('makes calls through the one way it was given', async () => {
    const made: unknown[] = [];
    const send: Send = (call, request) => {
      made.push([call.name, request]);
      return Promise.resolve({} as never);
    };
    useSend(send);
    await adduser({ userid: 1, username: 'a' });
    await setInfoParam();
    expect(made).toEqual([
      ['adduser', { userid: 1, username: 'a' }],
      ['SetInfoParam', {}],
    ]);
  });

  it('has the limits for forms', () => {
    expect(adduserLimits.userid).toEqual({ min: 1, max: 999999999 });
    expect(adduserLimits.password).toEqual({ min: 4, max: 6, format: 'digits', allowEmpty: true });
    expect(userlistLimits.limit.default).toBe(50);
  });

  it('has a text for every code', () => {
    for (const code of Object.values(ErrorCode)) {
      expect(errorTexts[code]).not.toBe('');
    }
  });
});

describe('validation as the firmware answers it', () => {
  it('is one code a field', () => {
    expect(checkRequest(adduserCall, { userid: 1 })).toEqual({});
    expect(checkRequest(adduserCall, { userid: 0, username: 'a\n', password: '12', level: 17 })).toEqual({
      userid: 40401,
      username: 40102,
      password: 40404,
      level: 12007,
    });
    expect(checkRequest(adduserCall, { nope: 1 })).toEqual({ userid: 10003, nope: 12005 });
  });

  it('tells the item of an array', () => {
    expect(checkRequest(deletsomeuserCall, { userids: [1, 0, 2] })).toEqual({ 'userids[1]': 40401 });
    expect(checkRequest(deletsomeuserCall, { userids: [] })).toEqual({ userids: 40401 });
  });

  it('judges one value for a form', () => {
    const { username, cardno, validFrom } = adduserRequest.entries;
    expect(checkValue(username, 'x'.repeat(64))).toBe(0);
    expect(checkValue(username, 'x'.repeat(65))).toBe(40102);
    expect(checkValue(username, '\u{1f600}'.repeat(64))).toBe(0);
    expect(checkValue(cardno, '72057594037927936')).toBe(12007);
    expect(checkValue(cardno, 'x')).toBe(12017);
    expect(checkValue(validFrom, '2023-02-29')).toBe(12017);
  });
});
