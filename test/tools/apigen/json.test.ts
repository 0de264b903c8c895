import { describe, expect, it } from 'vitest';
import { parseFile } from '../../../tools/apigen/json.ts';

const messageOf = (text: string): string => {
  try {
    parseFile('a.json', text);
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
};

describe('parseFile', () => {
  it('reads what JSON.parse reads', () => {
    const text = '{"a":[1,-2.5e3,true,false,null,"x\\n\\u00e9\\"",{}],"b":{"c":[]}}';
    expect(parseFile('a.json', text).value).toEqual(JSON.parse(text));
  });

  it('tells the line of members and items', () => {
    const file = parseFile('a.json', '{\n "a": {\n\n  "b/c": 1\n },\n "d": [\n  1,\n  2 ]\n}');
    expect(['', '/a', '/a/b~1c', '/d', '/d/0', '/d/1'].map((p) => file.lineOf(p))).toEqual([1, 2, 4, 6, 7, 8]);
  });

  it('tells the line of what a missing member is missing from', () => {
    const file = parseFile('a.json', '{\n "a": {\n  "b": 1 }\n}');
    expect([file.lineOf('/a/x'), file.lineOf('/a/x/y'), file.lineOf('/q')]).toEqual([2, 2, 1]);
  });

  it.each([
    ['', 'a.json:1: expected a value'],
    ['{\n"a" 1}', "a.json:2: expected ':'"],
    ['{\n"a": 1,\n}', 'a.json:3: expected a key'],
    ['[1\n2]', "a.json:2: expected ']'"],
    ['{}\n{}', 'a.json:2: text behind the end of the document'],
    ['"a', 'a.json:1: a string without its end'],
    ['"\\q"', 'a.json:1: a string with a wrong escape'],
    ['{"a":1,\n"a":2,\n"b":1,"b":2}', "a.json:2: duplicate key 'a'\na.json:3: duplicate key 'b'"],
    ['[01]', "a.json:1: expected ']'"],
  ])('refuses %j', (text, message) => {
    expect(messageOf(text)).toBe(message);
  });
});
