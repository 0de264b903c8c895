import { describe, expect, it } from 'vitest';
import { LiteralError, parseLiteral } from '../../../web/lib/api/literal.ts';

const errorOf = (text: string): unknown => {
  try {
    return parseLiteral(text);
  } catch (error) {
    return error;
  }
};

describe('parseLiteral', () => {
  it.each([
    '{}',
    '[]',
    '"a"',
    '0',
    '-1.5e-3',
    'true',
    'null',
    '{"a":{"b":[1,"x",null,false]},"c":"\\u00e9\\n\\"\\\\\\/"}',
    ' \t\r\n[ 1 , 2 ] ',
    '"\\ud83d\\ude00 é مرحبا"',
  ])('reads JSON as JSON.parse does: %s', (text) => {
    expect(parseLiteral(text)).toEqual(JSON.parse(text));
  });

  it.each<[string, unknown]>([
    ["{code:'success',retvalue:0}", { code: 'success', retvalue: 0 }],
    ['({a:1})', { a: 1 }],
    ['(({a:1}));', { a: 1 }],
    ['{a:1,}', { a: 1 }],
    ['[1,2,]', [1, 2]],
    ['{$a_1:1,é:2,"b c":3,7:4,0x10:5}', { $a_1: 1, é: 2, 'b c': 3, 7: 4, 16: 5 }],
    ['{a:undefined}', { a: undefined }],
    ["'it\\'s \"x\"'", 'it\'s "x"'],
    ["'\\x41\\u{1F600}\\v\\0\\q'", 'A\u{1f600}\v\0q'],
    ["'a\\\nb\\\r\nc'", 'abc'],
    ['"\u2028"', '\u2028'],
    ['// first\n{/* a */a/**/:/* b */1}// last', { a: 1 }],
    ['[0xFF,+1,.5,5.,-0x10,1e3]', [255, 1, 0.5, 5, -16, 1000]],
    ['\ufeff{a:1}\u00a0', { a: 1 }],
    ['{a:1,a:2}', { a: 2 }],
  ])('reads what is not quite JSON: %s', (text, expected) => {
    expect(parseLiteral(text)).toEqual(expected);
  });

  it('keeps the sign of zero', () => {
    expect(Object.is(parseLiteral('-0'), -0)).toBe(true);
  });

  it('treats __proto__ as any other key', () => {
    const value = parseLiteral("{__proto__:{admin:true},'constructor':1}") as Record<string, unknown>;
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(Object.keys(value)).toEqual(['__proto__', 'constructor']);
    expect((value as { admin?: unknown }).admin).toBeUndefined();
  });

  it.each([
    ['', 0],
    [' ', 1],
    ['{', 1],
    ['{a}', 2],
    ['{a:}', 3],
    ['{,}', 1],
    ['{a:1,,}', 5],
    ['{a:1 b:2}', 5],
    ['[1,,2]', 3],
    ['[1', 2],
    ['(1', 2],
    ['1)', 1],
    ['{}{}', 2],
    ['{};;', 3],
    ['alert(1)', 0],
    ['{a:alert}', 3],
    ['{a:b.c}', 3],
    ['{get a(){return 1}}', 5],
    ['{[a]:1}', 1],
    ['{...a}', 1],
    ['[...a]', 1],
    ['new Date()', 0],
    ['function(){}', 0],
    ['()=>1', 1],
    ['1+1', 1],
    ['--1', 1],
    ['- 1', 1],
    ['`a`', 0],
    ['/a/', 0],
    ['1n', 1],
    ['1_000', 1],
    ['010', 1],
    ['0b1', 1],
    ['08', 1],
    ['1a', 1],
    ['1..2', 2],
    ['0x', 1],
    ['NaN', 0],
    ['Infinity', 0],
    ['-Infinity', 1],
    ["'a", 2],
    ["'a\nb'", 2],
    ["'\\", 2],
    ["'\\1'", 3],
    ["'\\00'", 3],
    ["'\\xg'", 3],
    ["'\\u12'", 3],
    ["'\\u{110000}'", 11],
    ['/* a', 0],
    ['<html></html>', 0],
    ['{"a":1}\n<!-- -->', 8],
  ])('refuses %j at %i', (text, at) => {
    const error = errorOf(text);
    expect(error).toBeInstanceOf(LiteralError);
    expect((error as LiteralError).at).toBe(at);
  });

  it('bounds the nesting', () => {
    expect(parseLiteral(`${'['.repeat(64)}${']'.repeat(64)}`)).toBeInstanceOf(Array);
    expect(errorOf(`${'['.repeat(65)}${']'.repeat(65)}`)).toBeInstanceOf(LiteralError);
    expect(errorOf('('.repeat(100_000))).toBeInstanceOf(LiteralError);
    expect(errorOf('{a:'.repeat(100_000))).toBeInstanceOf(LiteralError);
  });

  it('reads long text in time that grows with it', () => {
    const text = `['${'a'.repeat(1_000_000)}',${'1,'.repeat(100_000)}${' '.repeat(100_000)}]`;
    expect((parseLiteral(text) as unknown[]).length).toBe(100_001);
  });

  it('reads back what it is given as JSON, for many values', () => {
    let state = 12345;
    const random = (below: number): number => {
      state = (Math.imul(state, 1103515245) + 12345) >>> 0;
      return (state >>> 8) % below;
    };
    const value = (depth: number): unknown => {
      switch (random(depth > 4 ? 5 : 7)) {
        case 0:
          return null;
        case 1:
          return random(2) === 1;
        case 2:
          return (random(2_000_000) - 1_000_000) / (random(3) === 0 ? 7 : 1);
        case 3:
        case 4:
          return String.fromCharCode(...Array.from({ length: random(9) }, () => random(0x250)));
        case 5:
          return Array.from({ length: random(5) }, () => value(depth + 1));
        default:
          return Object.fromEntries(Array.from({ length: random(5) }, (_, i) => [`${i}${value(9)}`, value(depth + 1)]));
      }
    };
    for (let i = 0; i < 2000; i++) {
      const text = JSON.stringify(value(0));
      expect(parseLiteral(text)).toEqual(JSON.parse(text));
    }
  });
});
