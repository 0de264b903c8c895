/* Parses object literals that are not quite JSON: a reply "may be text that is evaluated as an object". This parser
 * evaluates nothing: values are strings, numbers, true, false, null, undefined, arrays and objects.
 *
 * Beyond JSON it accepts: keys without quotes, single quotes, trailing commas, comments, hexadecimal
 * numbers, a leading plus or point, and parentheses around the whole, with a semicolon. A duplicate key has the last value;
 * `__proto__` is an ordinary key. Octal numbers, template strings, sparse arrays and every expression are refused. */

/** Maximum nesting depth. */
const depthMax = 64;

/** Reason and position of a syntax error. */
export class LiteralError extends Error {
  /** Position in the text, from 0. */
  readonly at: number;

  constructor(problem: string, at: number) {
    super(`${problem} at ${at}`);
    this.name = 'LiteralError';
    this.at = at;
  }
}

const words: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ['null', null],
  ['undefined', undefined],
]);

const escapes: ReadonlyMap<string, string> = new Map([
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
]);

const space = /[\s\u{FEFF}]*/uy;
const lineComment = /\/\/[^\n\r\u{2028}\u{2029}]*/uy;
const blockComment = /\/\*[\s\S]*?\*\//uy;
const identifier = /[\p{ID_Start}$_][\p{ID_Continue}$\u{200C}\u{200D}]*/uy;
const hexNumber = /0[xX][0-9a-fA-F]+/uy;
const decimalNumber = /(?:(?:0|[1-9][0-9]*)(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?/uy;
const plainText = /[^"'\\\n\r]+/uy;

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): unknown {
    const value = this.#parenthesized(0);
    this.#skip();
    if (this.#next(';')) {
      this.#skip();
    }
    if (this.#at < this.#text.length) {
      this.#fail('text behind the end');
    }
    return value;
  }

  #fail(problem: string): never {
    throw new LiteralError(problem, this.#at);
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0] ?? '';
    this.#at += found.length;
    return found;
  }

  #next(c: string): boolean {
    if (this.#text[this.#at] !== c) {
      return false;
    }
    this.#at++;
    return true;
  }

  #skip(): void {
    do {
      this.#match(space);
    } while (this.#match(lineComment) !== '' || this.#match(blockComment) !== '');
  }

  #parenthesized(depth: number): unknown {
    this.#skip();
    if (!this.#next('(')) {
      return this.#value(depth);
    }
    if (depth >= depthMax) {
      this.#fail('nested too deep');
    }
    const value = this.#parenthesized(depth + 1);
    this.#skip();
    if (!this.#next(')')) {
      this.#fail("expected ')'");
    }
    return value;
  }

  #value(depth: number): unknown {
    if (depth >= depthMax) {
      this.#fail('nested too deep');
    }
    this.#skip();
    const c = this.#text[this.#at];
    if (c === '{') {
      return this.#object(depth);
    }
    if (c === '[') {
      return this.#array(depth);
    }
    if (c === '"' || c === "'") {
      return this.#string();
    }
    const start = this.#at;
    const word = this.#match(identifier);
    if (word === '') {
      return this.#number();
    }
    if (!words.has(word)) {
      this.#at = start;
      this.#fail(`'${word}' is no value`);
    }
    return words.get(word);
  }

  #number(): number {
    const sign = this.#next('-') ? -1 : 1;
    if (sign === 1) {
      this.#next('+');
    }
    const digits = this.#match(hexNumber) || this.#match(decimalNumber);
    if (digits === '' || /[0-9\p{ID_Continue}$]/u.test(this.#text[this.#at] ?? '')) {
      this.#fail('expected a value');
    }
    return sign * Number(digits);
  }

  #string(): string {
    const quote = this.#text[this.#at++] ?? '';
    let value = '';
    for (;;) {
      value += this.#match(plainText);
      const c = this.#text[this.#at];
      if (c === undefined || c === '\n' || c === '\r') {
        this.#fail('a string without its end');
      }
      this.#at++;
      if (c === quote) {
        return value;
      }
      value += c === '\\' ? this.#escape() : c;
    }
  }

  #escape(): string {
    const c = this.#text[this.#at];
    if (c === undefined) {
      return this.#fail('a string without its end');
    }
    this.#at++;
    if (c === 'u' || c === 'x') {
      return this.#codePoint(c);
    }
    if (c === '\r') {
      this.#next('\n');
      return '';
    }
    if (c === '\n' || c === '\u2028' || c === '\u2029') {
      return ''; /* a line that goes on */
    }
    if (c >= '0' && c <= '9') {
      return c === '0' && !/[0-9]/.test(this.#text[this.#at] ?? '') ? '\0' : this.#fail('an octal escape');
    }
    return escapes.get(c) ?? c;
  }

  #codePoint(kind: 'u' | 'x'): string {
    const braced = kind === 'u' && this.#text[this.#at] === '{';
    const pattern = braced ? /\{([0-9a-fA-F]{1,6})\}/uy : kind === 'u' ? /([0-9a-fA-F]{4})/uy : /([0-9a-fA-F]{2})/uy;
    const digits = this.#match(pattern).replace(/[{}]/g, '');
    const point = Number.parseInt(digits, 16);
    if (digits === '' || point > 0x10ffff) {
      this.#fail('a wrong escape');
    }
    return braced ? String.fromCodePoint(point) : String.fromCharCode(point);
  }

  #array(depth: number): unknown[] {
    const items: unknown[] = [];
    this.#at++;
    for (;;) {
      this.#skip();
      if (this.#next(']')) {
        return items;
      }
      items.push(this.#value(depth + 1));
      this.#skip();
      if (!this.#next(',') && this.#text[this.#at] !== ']') {
        this.#fail("expected ',' or ']'");
      }
    }
  }

  #object(depth: number): Record<string, unknown> {
    const members: Record<string, unknown> = {};
    this.#at++;
    for (;;) {
      this.#skip();
      if (this.#next('}')) {
        return members;
      }
      const key = this.#key();
      this.#skip();
      if (!this.#next(':')) {
        this.#fail("expected ':'");
      }
      const value = this.#value(depth + 1);
      /* Not by assignment: `__proto__` would change the prototype. */
      Object.defineProperty(members, key, { value, writable: true, enumerable: true, configurable: true });
      this.#skip();
      if (!this.#next(',') && this.#text[this.#at] !== '}') {
        this.#fail("expected ',' or '}'");
      }
    }
  }

  #key(): string {
    const c = this.#text[this.#at];
    if (c === '"' || c === "'") {
      return this.#string();
    }
    const name = this.#match(identifier);
    if (name !== '') {
      return name;
    }
    return c !== undefined && c >= '0' && c <= '9' ? String(this.#number()) : this.#fail('expected a key');
  }
}

/** The value of a literal. Throws LiteralError. */
export function parseLiteral(text: string): unknown {
  return new Reader(text).read();
}
