import { describe, expect, it } from 'vitest';
import type { Expectation } from '../../../tools/apigen/vectors.ts';
import { checkReply, errorNamed } from '../../harness/contract.ts';
import { vectorProblem } from '../../harness/vectors.ts';
import { type HttpReply, parseEnvelope, type WireReply } from '../../harness/wire.ts';

/* What judges the firmware is judged here: a reply that is wrong in one thing alone has to be found wrong. */

const headers = { 'content-type': 'application/json; charset=utf-8' };

function reply(status: number, envelope: object, more: object = {}): HttpReply {
  return { status, headers: { ...headers, ...more }, text: JSON.stringify(envelope) };
}

function refusal(status: number, retvalue: number, field?: string, more: object = {}): WireReply {
  const envelope = { code: 'error', retvalue, msg: retvalue, data: {}, ...(field === undefined ? {} : { field }) };
  const http = reply(status, envelope, more);
  return { ...http, envelope: parseEnvelope(http) };
}

function success(data: object): WireReply {
  const http = reply(200, { code: 'success', retvalue: 0, msg: 0, data });
  return { ...http, envelope: parseEnvelope(http) };
}

describe('a vector that is to be refused', () => {
  const want: Expectation = { refused: true, status: 400, retvalue: 12007, field: 'userid' };
  const problem = (got: WireReply, more: Partial<Extract<Expectation, { refused: true }>> = {}) =>
    vectorProblem({ session: 'full', expect: { ...want, ...more } }, got);

  it('is refused with this status, code and field, and with no other', () => {
    expect(problem(refusal(400, 12007, 'userid'))).toBeUndefined();
    expect(problem(refusal(409, 12007, 'userid'))).toMatch(/wanted 400 .* got 409/);
    expect(problem(refusal(400, 12017, 'userid'))).toMatch(/wanted 400 12007 .* got 400 12017/);
    expect(problem(refusal(400, 12007, 'username'))).toMatch(/wanted .*«userid» , got .*«username»/);
    expect(problem(refusal(400, 12007, 'userid[0]'))).toBeDefined();
    expect(problem(refusal(400, 12007))).toMatch(/got .*«»/);
    expect(problem(success({}))).toMatch(/got 200 0/);
  });

  it('names no field where none is meant', () => {
    expect(problem(refusal(400, 12007), { field: '' })).toBeUndefined();
    expect(problem(refusal(400, 12007, 'userid'), { field: '' })).toBeDefined();
  });

  it('says which method there is', () => {
    const wrong = { status: 405, retvalue: 12014, field: '', allow: 'GET' };
    expect(problem(refusal(405, 12014, undefined, { allow: 'GET' }), wrong)).toBeUndefined();
    expect(problem(refusal(405, 12014, undefined, { allow: 'POST' }), wrong)).toBeDefined();
    expect(problem(refusal(405, 12014), wrong)).toBeDefined();
  });
});

describe('a vector that is to be let in', () => {
  const problem = (got: WireReply, field = 'userid') =>
    vectorProblem({ session: 'full', expect: { refused: false, field, not: [12007, 40401] } }, got);

  it('may be refused by the handler, but with none of the codes of its field', () => {
    expect(problem(success({}))).toBeUndefined();
    expect(problem(refusal(409, 40402, 'userid'))).toBeUndefined();
    expect(problem(refusal(400, 12007, 'cardno'))).toBeUndefined();
    expect(problem(refusal(400, 12007, 'userid'))).toMatch(/was refused with 12007/);
    expect(problem(refusal(400, 40401, 'userid'))).toBeDefined();
    expect(problem(refusal(400, 12007, 'cardno'), '')).toBeDefined();
    expect(problem(refusal(400, 12007), '')).toBeDefined();
  });

  it('was not sent with a session that had ended', () => {
    expect(problem(refusal(401, 10002))).toBe('the session was gone');
  });
});

describe('an envelope', () => {
  const good = { code: 'error', retvalue: 12007, msg: 12007, data: {}, field: 'userid' };

  it('is taken when it is one', () => {
    expect(parseEnvelope(reply(400, good))).toEqual(good);
  });

  it.each([
    ['msg is another number', { ...good, msg: 12008 }, 400],
    ['msg is missing', { code: 'error', retvalue: 12007, data: {} }, 400],
    ['retvalue is a text', { ...good, retvalue: '12007', msg: '12007' }, 400],
    ['retvalue is 0 beside an error', { ...good, retvalue: 0, msg: 0 }, 400],
    ['the status is 200 beside an error', good, 200],
    ['the status is an error beside success', { code: 'success', retvalue: 0, msg: 0, data: {} }, 400],
    ['data is missing', { code: 'error', retvalue: 12007, msg: 12007 }, 400],
    ['data is a list', { ...good, data: [] }, 400],
    ['the field is a number', { ...good, field: 1 }, 400],
    ['it has one member more', { ...good, text: 'x' }, 400],
    ['the code is another word', { ...good, code: 'failed' }, 400],
    ['reboot is false', { ...good, reboot: false }, 400],
  ])('is refused when %s', (_, envelope, status) => {
    expect(() => parseEnvelope(reply(status, envelope))).toThrow();
  });

  it('is refused when it is not said to be JSON, or is none', () => {
    expect(() => parseEnvelope({ ...reply(400, good), headers: { 'content-type': 'text/html' } })).toThrow();
    expect(() => parseEnvelope({ ...reply(400, good), text: "{code:'error'}" })).toThrow();
  });
});

describe('a reply that the contract does not allow', () => {
  const code = (name: string): number => errorNamed(name).code;

  it.each([
    ['a refusal about a field that does not name it', refusal(400, code('out_of_range'))],
    ['a field that the call does not have', refusal(400, code('out_of_range'), 'group2')],
    ['a code that the call does not declare', refusal(409, code('card_exists'), 'cardno')],
    ['a status that is not the code’s', refusal(409, code('out_of_range'), 'userid')],
    ['«busy» that does not say when to come again', refusal(503, code('busy'))],
    ['data that is more than declared', success({ more: 1 })],
  ])('is found: %s', (_, got) => {
    expect(() => checkReply('deleteuser', got)).toThrow(/broke the contract/);
  });

  it('is found: a code of another field', () => {
    checkReply('adduser', refusal(400, code('user_name_format'), 'username'));
    expect(() => checkReply('adduser', refusal(400, code('user_name_format'), 'userid'))).toThrow(
      'a code of another field',
    );
  });

  it('is none of these', () => {
    checkReply('deleteuser', success({}));
    checkReply('deleteuser', refusal(400, code('out_of_range'), 'userid'));
    checkReply('deleteuser', refusal(400, code('user_id_invalid'), 'userid'));
    checkReply('deleteuser', refusal(400, code('unknown_key'), 'nope'));
    checkReply('deleteuser', refusal(503, code('busy'), undefined, { 'retry-after': '1' }));
    checkReply('deletsomeuser', refusal(400, code('user_id_invalid'), 'userids[3]'));
  });
});
