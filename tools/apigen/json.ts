/* Strict JSON with the line of every member: JSON.parse returns no lines and accepts duplicate keys. */
import { type Problem, SpecError } from './problem.ts';

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

export interface ParsedFile {
  readonly file: string;
  readonly value: Json;
  /** Line of a member (of its key) or of an array's item, by JSON pointer; '' is the whole document. */
  lineOf(pointer: string): number;
}

/** JSON pointer of a member: `~` and `/` in keys are escaped (RFC 6901). */
export const pointerTo = (parent: string, key: string | number): string =>
  `${parent}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;

const literals: readonly (readonly [string, Json])[] = [
  ['true', true],
  ['false', false],
  ['null', null],
];

class Reader {
  readonly lines = new Map<string, number>();
  readonly problems: Problem[] = [];
  readonly #text: string;
  readonly #file: string;
  #at = 0;
  #line = 1;

  constructor(file: string, text: string) {
    this.#file = file;
    this.#text = text;
  }

  readFile(): Json {
    this.#skipSpace();
    this.lines.set('', this.#line);
    const value = this.#readValue('');
    this.#skipSpace();
    if (this.#at < this.#text.length) {
      this.#fail('text behind the end of the document');
    }
    return value;
  }

  #fail(text: string): never {
    throw new SpecError([...this.problems, { file: this.#file, line: this.#line, text }]);
  }

  #skipSpace(): void {
    for (;;) {
      const c = this.#text[this.#at];
      if (c === '\n') {
        this.#line++;
      } else if (c !== ' ' && c !== '\t' && c !== '\r') {
        return;
      }
      this.#at++;
    }
  }

  #expect(c: string): void {
    if (this.#text[this.#at] !== c) {
      this.#fail(`expected '${c}'`);
    }
    this.#at++;
  }

  #readValue(pointer: string): Json {
    const c = this.#text[this.#at];
    if (c === '{') {
      return this.#readObject(pointer);
    }
    if (c === '[') {
      return this.#readArray(pointer);
    }
    if (c === '"') {
      return this.#readString();
    }
    for (const [word, value] of literals) {
      if (this.#text.startsWith(word, this.#at)) {
        this.#at += word.length;
        return value;
      }
    }
    const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/.exec(this.#text.slice(this.#at, this.#at + 64));
    if (number === null) {
      return this.#fail('expected a value');
    }
    this.#at += number[0].length;
    return Number(number[0]);
  }

  #readString(): string {
    const end = /^"(?:[^"\\\n]|\\.)*"/.exec(this.#text.slice(this.#at));
    if (end === null) {
      return this.#fail('a string without its end');
    }
    this.#at += end[0].length;
    try {
      return JSON.parse(end[0]) as string;
    } catch {
      return this.#fail('a string with a wrong escape');
    }
  }

  #readObject(pointer: string): Json {
    const members: Record<string, Json> = {};
    this.#expect('{');
    this.#skipSpace();
    if (this.#text[this.#at] === '}') {
      this.#at++;
      return members;
    }
    for (;;) {
      this.#skipSpace();
      if (this.#text[this.#at] !== '"') {
        this.#fail('expected a key');
      }
      const line = this.#line;
      const key = this.#readString();
      const inner = pointerTo(pointer, key);
      if (Object.hasOwn(members, key)) {
        this.problems.push({ file: this.#file, line, text: `duplicate key '${key}'` });
      }
      this.lines.set(inner, line);
      this.#skipSpace();
      this.#expect(':');
      this.#skipSpace();
      members[key] = this.#readValue(inner);
      this.#skipSpace();
      if (this.#text[this.#at] === ',') {
        this.#at++;
        continue;
      }
      this.#expect('}');
      return members;
    }
  }

  #readArray(pointer: string): Json {
    const items: Json[] = [];
    this.#expect('[');
    this.#skipSpace();
    if (this.#text[this.#at] === ']') {
      this.#at++;
      return items;
    }
    for (;;) {
      this.#skipSpace();
      const inner = pointerTo(pointer, items.length);
      this.lines.set(inner, this.#line);
      items.push(this.#readValue(inner));
      this.#skipSpace();
      if (this.#text[this.#at] === ',') {
        this.#at++;
        continue;
      }
      this.#expect(']');
      return items;
    }
  }
}

/** Parses one file. Throws SpecError with the line of a syntax error or of a duplicate key. */
export function parseFile(file: string, text: string): ParsedFile {
  const reader = new Reader(file, text);
  const value = reader.readFile();
  if (reader.problems.length > 0) {
    throw new SpecError(reader.problems);
  }
  return { file, value, lineOf: (pointer) => nearestLine(reader.lines, pointer) };
}

/* A missing member has no line: returns the line of its parent. */
function nearestLine(lines: ReadonlyMap<string, number>, pointer: string): number {
  for (let at = pointer; ; at = at.slice(0, at.lastIndexOf('/'))) {
    const line = lines.get(at);
    if (line !== undefined) {
      return line;
    }
    if (at === '') {
      return 1;
    }
  }
}
