import { describe, expect, it } from 'vitest';
import { readEnvelope } from '../../../web/lib/api/envelope.ts';

describe('readEnvelope', () => {
  it('reads strict JSON', () => {
    expect(readEnvelope('{"code":"success","retvalue":0,"msg":0,"data":{"a":1}}')).toEqual({
      code: 'success',
      retvalue: 0,
      msg: 0,
      field: '',
      reboot: false,
      data: { a: 1 },
    });
  });

  it('reads an object literal', () => {
    expect(readEnvelope("({code:'error',retvalue:40101,msg:40101,field:'username',reboot:true})")).toEqual({
      code: 'error',
      retvalue: 40101,
      msg: 40101,
      field: 'username',
      reboot: true,
      data: {},
    });
  });

  it('reads wait', () => {
    expect(readEnvelope('{code:"wait"}')?.code).toBe('wait');
  });

  it('takes the wrong types of members for none', () => {
    const text = '{"code":"error","retvalue":"1","msg":1.5,"field":7,"reboot":"true","data":[1]}';
    expect(readEnvelope(text)).toEqual({ code: 'error', retvalue: 0, msg: 0, field: '', reboot: false, data: {} });
  });

  it.each([
    '',
    '<html>502</html>',
    '[]',
    'null',
    '1',
    '"success"',
    '{}',
    '{"code":1}',
    '{"code":"maybe"}',
    '{"code":"success"',
  ])('is null for %j', (text) => {
    expect(readEnvelope(text)).toBeNull();
  });
});
