/* Encoders: one function per struct that writes its object. Fixed text is combined into as few copies as possible, and space
 * is reserved once for everything up to the next array or object. */
import { literal, typeTag, wordsName } from './c_names.ts';
import type { Field, Shape } from './model.ts';
import { snakeCase } from './names.ts';

const digits = { uint8: 3, uint16: 5, uint32: 10, int32: 11, int64: 20 } as const;

class EncoderBody {
  readonly declarations: string[] = [];
  readonly lines: string[] = [];
  #text = '';
  #segment: string[] = [];
  #fixed = 0;
  #variable: string[] = [];

  text(text: string): void {
    this.#text += text;
  }

  put(line: string, room: number, variable?: string): void {
    this.#flushText();
    this.#segment.push(line);
    this.#fixed += room;
    if (variable !== undefined) {
      this.#variable.push(variable);
    }
  }

  /** Ends the reservation; `lines` then append to `out` by themselves. */
  raw(lines: readonly string[]): void {
    this.end();
    this.lines.push(...lines);
  }

  end(): void {
    this.#flushText();
    if (this.#segment.length === 0) {
      return;
    }
    const room = [String(this.#fixed), ...this.#variable.map((len) => `JSON_PUT_STRING_MAX(${len})`)].join(' + ');
    this.lines.push(
      `    at = buf_reserve(out, ${room});`,
      '    if (at == NULL) {',
      '        return;',
      '    }',
      ...this.#segment.map((line) => `    ${line}`),
      '    out->len = (size_t) (at - out->data);',
    );
    this.#segment = [];
    this.#fixed = 0;
    this.#variable = [];
  }

  #flushText(): void {
    if (this.#text === '') {
      return;
    }
    const text = this.#text;
    this.#text = '';
    const length = new TextEncoder().encode(text).length;
    this.#segment.push(`at = json_put_text(at, ${literal(text)}, ${length});`);
    this.#fixed += length;
  }
}

function putScalar(body: EncoderBody, shape: Shape, value: string, length: string): void {
  switch (shape.type) {
    case 'bool':
      body.put(`at = json_put_bool(at, ${value});`, 5);
      return;
    case 'int':
      body.put(`at = json_put_${shape.int.startsWith('u') ? 'uint' : 'int'}(at, ${value});`, digits[shape.int]);
      return;
    case 'string':
      body.put(`at = json_put_string(at, ${value}, ${length});`, 0, length);
      return;
    case 'decimal':
      body.text('"');
      body.put(`at = json_put_uint(at, ${value});`, 20);
      body.text('"');
      return;
    case 'date':
      body.put(`at = json_put_date(at, ${value});`, 12);
      return;
    case 'enum':
      body.put(
        `at = api_put_word(at, &${wordsName(shape.enum)}, (unsigned) ${value});`,
        Math.max(...shape.enum.values.map((word) => word.length)) + 2,
      );
      return;
    case 'flags':
      body.put(
        `at = api_put_flags(at, &${wordsName(shape.enum)}, ${value});`,
        shape.enum.values.reduce((sum, word) => sum + word.length + 3, 2),
      );
      return;
    default:
      throw new Error(`${shape.type} is no scalar`);
  }
}

function arrayLines(shape: Shape & { type: 'array' }, value: string, count = `${value}_count`): string[] {
  const loop = (inner: readonly string[]): string[] => [
    `    for (size_t i = 0; i < ${count}; i++) {`,
    ...inner.map((line) => `        ${line}`),
    '    }',
  ];
  const item = shape.of;
  if (item.type === 'object') {
    return loop([
      'if (i > 0) {',
      "    buf_append_char(out, ',');",
      '}',
      `put_${typeTag(item.of, 'reply')}(out, &${value}[i]);`,
    ]);
  }
  const body = new EncoderBody();
  putScalar(body, item, `${value}[i]`, 'item_len');
  body.end();
  const lines = body.lines.map((line) => line.slice(4).replace('buf_reserve(out, ', 'buf_reserve(out, 1 + '));
  const first = lines.indexOf('}') + 1;
  lines.splice(first, 0, 'if (i > 0) {', "    *at++ = ',';", '}');
  const length = item.type === 'string' ? [`size_t item_len = ${value}[i] != NULL ? strlen(${value}[i]) : 0;`] : [];
  return loop([...length, ...lines]);
}

/** `static void <name>(struct buf *out, const struct <tag> *value)`, which appends the object of `fields`. In the struct of an
 * entity numbers of a fixed count stand `inline`. */
export function writeEncoder(
  name: string,
  tag: string,
  fields: readonly Field[],
  numbers: 'inline' | 'counted' = 'counted',
): string[] {
  const body = new EncoderBody();
  body.text('{');
  fields.forEach((field, index) => {
    const member = snakeCase(field.name);
    const value = `value->${member}`;
    body.text(`${index > 0 ? ',' : ''}${JSON.stringify(field.name)}:`);
    const { shape } = field;
    if (shape.type === 'array') {
      body.text('[');
      body.raw(arrayLines(shape, value, numbers === 'inline' ? String(shape.maxItems) : undefined));
      body.text(']');
    } else if (shape.type === 'object') {
      body.raw([`    put_${typeTag(shape.of, 'reply')}(out, &${value});`]);
    } else {
      if (shape.type === 'string') {
        body.declarations.push(`    const size_t ${member}_len = ${value} != NULL ? strlen(${value}) : 0;`);
      }
      putScalar(body, shape, value, `${member}_len`);
    }
  });
  body.text('}');
  body.end();
  return [
    `static void ${name}(struct buf *out, const struct ${tag} *value) {`,
    ...body.declarations,
    '    char *at;',
    '',
    ...body.lines,
    '}',
    '',
  ];
}
