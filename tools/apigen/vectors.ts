/* Boundary vectors: requests at and beyond every limit of every call, with the expected answer. The suite
 * in test/api replays them against the running daemon. VECTORS.md describes the file. */
import { baseRequest, type Value } from './examples.ts';
import { type Call, decoderErrors, type ErrorEntry, errorNamed, type Field, isOpen, type Model } from './model.ts';
import { type FieldCase, fieldCases } from './vector_cases.ts';

/** The caller: see VECTORS.md. */
export type VectorSession = 'none' | 'forged' | 'full' | 'mustChange' | 'lacking' | 'super';

export interface Vector {
  readonly id: string;
  readonly call: string;
  readonly session: VectorSession;
  readonly method: string;
  readonly path: string;
  /** Query without `?` and `_t`. */
  readonly query: string;
  readonly contentType?: string;
  readonly body?: string;
  /** Instead of body, if the bytes are not UTF-8. */
  readonly bodyBase64?: string;
  readonly expect: Expectation;
}

export type Expectation =
  | {
      readonly refused: true;
      readonly status: number;
      readonly retvalue: number;
      readonly field: string;
      readonly allow?: string;
    }
  /** Accepted: any answer except these codes for this field. */
  | { readonly refused: false; readonly field: string; readonly not: readonly number[] };

const json = 'application/json';

/** A media type that a body has. */
const mediaTypes: Readonly<Record<Call['takes'], string>> = {
  json,
  picture: 'image/png',
  octets: 'application/octet-stream',
};

class CallVectors {
  readonly vectors: Vector[] = [];
  readonly #model: Model;
  readonly #call: Call;
  readonly #base: { readonly [key: string]: Value };
  readonly #session: VectorSession;

  constructor(model: Model, call: Call) {
    this.#model = model;
    this.#call = call;
    this.#base = baseRequest(call);
    this.#session = isOpen(call.access) ? 'none' : call.access.kind === 'super' ? 'super' : 'full';
    this.#walker();
    this.#fields();
    if (call.method === 'POST') {
      (call.takes === 'json' ? this.#bodies : this.#files).call(this);
      this.#strayQueries();
    }
    if (call.inQuery) {
      this.#queries();
    }
  }

  #error(name: Parameters<typeof errorNamed>[1]): ErrorEntry {
    return errorNamed(this.#model, name);
  }

  #add(id: string, expect: Expectation, change: Partial<Vector>): void {
    const { name, method, path } = this.#call;
    this.vectors.push({
      id: `${name}/${id}`,
      call: name,
      session: this.#session,
      method,
      path,
      query: '',
      ...change,
      expect,
    });
  }

  #refused(error: ErrorEntry, field = ''): Expectation {
    return { refused: true, status: error.http, retvalue: error.code, field };
  }

  /* The handler may return a code of the call's own list for reasons of its own, but none of the decoder's. */
  #accepted(field: string, own: readonly (ErrorEntry | undefined)[]): Expectation {
    const general = decoderErrors.map((name) => this.#error(name));
    const not = [...general, ...own].filter((e) => e !== undefined).filter((e) => !this.#call.errors.includes(e));
    return { refused: false, field, not: not.map((e) => e.code) };
  }

  /** The request in the form of the call: body or query. */
  #carry(request: { readonly [key: string]: Value }): Partial<Vector> {
    if (this.#call.takes !== 'json') {
      return { query: queryOf(request), body: '{}', contentType: mediaTypes[this.#call.takes] };
    }
    return this.#call.inQuery ? { query: queryOf(request) } : { body: JSON.stringify(request), contentType: json };
  }

  /** Body of the smallest request. */
  get #inBody(): { readonly [key: string]: Value } {
    return this.#call.inQuery ? {} : this.#base;
  }

  #walker(): void {
    const { method, access, maxBody } = this.#call;
    const base = this.#carry(this.#base);
    for (const other of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'].filter((m) => m !== method)) {
      const wrong = this.#refused(this.#error('wrong_method'));
      const bodyless = other === 'GET' ? { query: '' } : base;
      this.#add(`method ${other}`, { ...wrong, allow: method } as Expectation, { ...bodyless, method: other });
    }
    const tooLong = {
      body: padded(this.#inBody, maxBody + 1),
      contentType: json,
      query: this.#call.whole === undefined ? '' : queryOf(this.#base), // without one it is a whole file
    };
    const size = this.#refused(this.#error(this.#call.takes !== 'json' ? 'upload_too_large' : 'body_too_large'));
    this.#add('body too long', size, tooLong);
    this.#add('body too long, no session', size, {
      ...tooLong,
      session: 'none',
    });
    if (!isOpen(access)) {
      this.#add('no session', this.#refused(this.#error('token_failed')), { ...base, session: 'none' });
      this.#add('forged token', this.#refused(this.#error('token_failed')), { ...base, session: 'forged' });
      if (!this.#call.firstPassword) {
        this.#add('initial password', this.#refused(this.#error('password_change_required')), {
          ...base,
          session: 'mustChange',
        });
      }
      if (access.kind === 'super') {
        this.#add('no super session', this.#refused(this.#error('super_needed')), { ...base, session: 'full' });
      } else if (access.kind !== 'session') {
        this.#add('role without the right', this.#refused(this.#error('forbidden')), { ...base, session: 'lacking' });
      }
    }
  }

  /* The handler checks its content. */
  #files(): void {
    const query = queryOf(this.#base);
    const format = this.#refused(this.#error('upload_format'));
    for (const type of [json, 'text/plain', 'image/gif', 'image/svg+xml', 'multipart/form-data; boundary=x']) {
      this.#add(`media type ${type}`, format, { body: '{}', contentType: type, query });
    }
    this.#add('no body', format, { query });
    this.#add('base body', this.#accepted('', []), { body: '{}', contentType: mediaTypes[this.#call.takes], query });
  }

  #bodies(): void {
    const { maxBody } = this.#call;
    const request = this.#call.inQuery ? [] : this.#call.request;
    const query = this.#call.inQuery ? queryOf(this.#base) : '';
    const base = JSON.stringify(this.#inBody);
    const any = this.#accepted('', []);
    const badJson = this.#refused(this.#error('bad_json'));
    const post = (body: string, contentType = json): Partial<Vector> => ({ body, contentType, query });
    this.#add(this.#call.inQuery ? 'base body' : 'base request', any, post(base));
    this.#add('body as long as allowed', any, post(padded(this.#inBody, maxBody)));
    this.#add('media type with charset', any, post(base, `${json}; charset=utf-8`));
    this.#add('media type text', this.#refused(this.#error('media_type')), post(base, 'text/plain'));
    this.#add(
      'media type form',
      this.#refused(this.#error('media_type')),
      post(base, 'application/x-www-form-urlencoded'),
    );
    for (const [id, text] of [
      ['cut short', base.slice(0, -1)],
      ['text behind', `${base} x`],
      ['two documents', `${base}${base}`],
      ['comma at the end', base === '{}' ? '{,}' : `${base.slice(0, -1)},}`],
      ['single quotes', "{'a':1}"],
      ['no JSON', 'userid=1'],
      ['nested too deep', `{"a":${'['.repeat(8)}${']'.repeat(8)}}`],
    ] as const) {
      this.#add(`body ${id}`, badJson, post(text));
    }
    for (const [id, text] of [
      ['array', '[]'],
      ...(this.#call.jsonString ? [] : [['text', '"a"'] as const]),
      ['number', '1'],
      ['null', 'null'],
    ] as const) {
      this.#add(`body is ${id}`, this.#refused(this.#error('wrong_type')), post(text));
    }
    this.#add(
      this.#call.inQuery ? 'unknown key in the body' : 'unknown key',
      this.#refused(this.#error('unknown_key'), 'nope'),
      post(JSON.stringify({ ...this.#inBody, nope: 1 })),
    );
    if (this.#call.jsonString) {
      this.#jsonStrings(base, post);
    }
    this.#add('bad UTF-8 in a key', this.#refused(this.#error('bad_text')), {
      bodyBase64: Buffer.concat([Buffer.from('{"'), Buffer.from([0xff]), Buffer.from('":1}')]).toString('base64'),
      contentType: json,
    });
    const missing = request.find((field) => !field.optional);
    if (missing === undefined) {
      this.#add('no body', any, { query });
    } else {
      this.#add('no body', this.#refused(missing.emptyCode ?? this.#error('missing_parameter'), missing.name), {});
    }
    for (const field of request) {
      this.#duplicate(field);
      this.#badText(field);
    }
  }

  /* The object as the text of a string: it is checked like a plain one, and is not unpacked twice. */
  #jsonStrings(base: string, post: (body: string) => Partial<Vector>): void {
    const { maxBody } = this.#call;
    const string = (text: string): Partial<Vector> => post(JSON.stringify(text));
    const badJson = this.#refused(this.#error('bad_json'));
    this.#add('JSON string', this.#accepted('', []), string(base));
    const octets = maxBody - JSON.stringify(base).length;
    this.#add('JSON string as long as allowed', this.#accepted('', []), string(base + ' '.repeat(octets)));
    this.#add(
      'JSON string too long',
      this.#refused(this.#error('body_too_large')),
      string(base + ' '.repeat(octets + 1)),
    );
    this.#add('JSON string with escapes', this.#accepted('', []), post(`"${[...base].map(escaped).join('')}"`));
    for (const [id, text] of [
      ['of nothing', ''],
      ['of no JSON', 'a'],
      ['cut short', base.slice(0, -1)],
      ['with text behind', `${base} x`],
      ['nested too deep', `{"a":${'['.repeat(8)}${']'.repeat(8)}}`],
    ] as const) {
      this.#add(`JSON string ${id}`, badJson, string(text));
    }
    for (const [id, text] of [
      ['of a JSON string', JSON.stringify(base)],
      ['of an array', '[]'],
      ['of null', 'null'],
    ] as const) {
      this.#add(`JSON string ${id}`, this.#refused(this.#error('wrong_type')), string(text));
    }
    this.#add(
      'JSON string with an unknown key',
      this.#refused(this.#error('unknown_key'), 'nope'),
      string(JSON.stringify({ ...this.#inBody, nope: 1 })),
    );
    this.#add('JSON string with a NUL', this.#refused(this.#error('bad_text')), post(`"${base.slice(0, 1)}\\u0000"`));
    for (const field of this.#call.request.filter(({ optional }) => !optional)) {
      const rest = Object.fromEntries(Object.entries(this.#base).filter(([name]) => name !== field.name));
      const error = field.emptyCode ?? this.#error('missing_parameter');
      this.#add(
        `${field.name}/missing in a JSON string`,
        this.#refused(error, field.name),
        string(JSON.stringify(rest)),
      );
    }
  }

  #duplicate(field: Field): void {
    const [first] = fieldCases(this.#model, field).filter((c) => c.error === null);
    if (first !== undefined) {
      const member = `${JSON.stringify(field.name)}:${JSON.stringify(first.value)}`;
      const others = Object.entries(this.#base)
        .filter(([name]) => name !== field.name)
        .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)},`);
      this.#add(`${field.name}/duplicate key`, this.#refused(this.#error('duplicate_key'), field.name), {
        body: `{${others.join('')}${member},${member}}`,
        contentType: json,
      });
    }
  }

  /* Text that JSON.stringify cannot write. It is found before types are checked, so it applies to every field. */
  #badText(field: Field): void {
    const expect = this.#refused(field.code ?? this.#error('bad_text'), field.name);
    const others = Object.entries(this.#base)
      .filter(([name]) => name !== field.name)
      .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)},`);
    const start = `{${others.join('')}${JSON.stringify(field.name)}:"`;
    for (const [id, octets] of [
      ['octet FF', [0xff]],
      ['overlong', [0xc0, 0xaf]],
      ['half a character', [0xe2, 0x82]],
      ['surrogate in UTF-8', [0xed, 0xa0, 0x80]],
      ['above U+10FFFF', [0xf4, 0x90, 0x80, 0x80]],
      ['raw control', [0x01]],
    ] as const) {
      const body = Buffer.concat([Buffer.from(start), Buffer.from(octets), Buffer.from('"}')]);
      this.#add(`${field.name}/${id}`, expect, { bodyBase64: body.toString('base64'), contentType: json });
    }
    for (const [id, escaped] of [
      ['NUL', '\\u0000'],
      ['half a surrogate pair', '\\ud800'],
    ] as const) {
      this.#add(`${field.name}/${id}`, expect, { body: `${start}${escaped}"}`, contentType: json });
    }
  }

  /* Query parameters that a POST does not have, including the name of a body member. */
  #strayQueries(): void {
    const base = this.#carry(this.#base);
    const stray = (id: string, name: string, change: Partial<Vector>): void =>
      this.#add(id, this.#refused(this.#error('unknown_key'), name), { ...base, query: `${name}=1`, ...change });
    stray('unknown key in the query, before the body', 'nope', {
      body: '{',
      contentType: mediaTypes[this.#call.takes],
    });
    if (this.#call.inQuery) {
      return;
    }
    stray('unknown key in the query', 'nope', {});
    const [first] = this.#call.request;
    if (first !== undefined) {
      stray(`${first.name}/in the query`, first.name, {});
    }
  }

  #queries(): void {
    const base = queryOf(this.#base);
    const { query: _, ...sent } = this.#call.takes !== 'json' ? this.#carry({}) : {};
    const add = (query: string): string => [base, query].filter((part) => part !== '').join('&');
    this.#add('base request', this.#accepted('', []), { ...sent, query: base });
    this.#add('empty pairs', this.#accepted('', []), { ...sent, query: `&&${base}&` });
    this.#add('unknown key', this.#refused(this.#error('unknown_key'), 'nope'), { ...sent, query: add('nope=1') });
    if (this.#call.method === 'GET') {
      this.#add('body on GET', this.#refused(this.#error('body_too_large')), {
        query: base,
        body: '{}',
        contentType: json,
      });
    }
    for (const field of this.#call.request) {
      const badText = this.#refused(field.code ?? this.#error('bad_text'), field.name);
      const others = queryOf(Object.fromEntries(Object.entries(this.#base).filter(([name]) => name !== field.name)));
      const bad = (id: string, value: string): void => {
        const query = [others, `${field.name}=${value}`].filter((part) => part !== '').join('&');
        this.#add(`${field.name}/${id}`, badText, { ...sent, query });
      };
      bad('broken escape', '%2');
      bad('no hex', '%zz');
      if (field.shape.type === 'string') {
        bad('encoded NUL', '%00');
        bad('encoded control', '%01');
        bad('octet FF', '%ff');
      }
      const [first] = fieldCases(this.#model, field).filter((c) => c.error === null);
      if (first !== undefined) {
        const pair = queryOf({ [field.name]: first.value });
        const expect = this.#refused(this.#error('duplicate_key'), field.name);
        const query = field.name in this.#base ? add(pair) : add(`${pair}&${pair}`);
        this.#add(`${field.name}/duplicate key`, expect, { ...sent, query });
      }
    }
  }

  #fields(): void {
    for (const field of this.#call.request) {
      if (!field.optional) {
        const rest = Object.fromEntries(Object.entries(this.#base).filter(([name]) => name !== field.name));
        const error = field.emptyCode ?? this.#error('missing_parameter');
        this.#add(`${field.name}/missing`, this.#refused(error, field.name), this.#carry(rest));
      }
      for (const fieldCase of fieldCases(this.#model, field)) {
        if (!this.#call.inQuery || inQuery(fieldCase)) {
          this.#field(field, fieldCase);
        }
      }
    }
  }

  #field(field: Field, { id, value, error, item }: FieldCase): void {
    const path = `${field.name}${item ?? ''}`;
    const expect = error === null ? this.#accepted(path, [field.code, field.emptyCode]) : this.#refused(error, path);
    const request = this.#carry({ ...this.#base, [field.name]: value });
    if (request.body !== undefined && new TextEncoder().encode(request.body).length > this.#call.maxBody) {
      return; /* the length would answer first, which is another vector */
    }
    this.#add(`${field.name}/${id}`, expect, request);
  }
}

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/* A query has only text: a case about JSON types does not apply to it. */
const inQuery = ({ value, jsonOnly }: FieldCase): boolean =>
  jsonOnly !== true && value !== null && (typeof value !== 'object' || Array.isArray(value));

const queryOf = (request: { readonly [key: string]: Value }): string =>
  new URLSearchParams(
    Object.entries(request).map(([name, value]): [string, string] => [
      name,
      Array.isArray(value) ? value.join(',') : String(value),
    ]),
  ).toString();

/** JSON text of exactly this number of bytes: JSON allows spaces. */
function padded(request: { readonly [key: string]: Value }, octets: number): string {
  const text = JSON.stringify(request);
  return text + ' '.repeat(Math.max(0, octets - new TextEncoder().encode(text).length));
}

function pathVectors(model: Model): Vector[] {
  const error = errorNamed(model, 'no_such_call');
  const expect: Expectation = { refused: true, status: error.http, retvalue: error.code, field: '' };
  const [call] = model.calls;
  const paths = ['/goform/', '/goform/nope', '/goform/nope/nope'];
  if (call !== undefined) {
    paths.push(
      `${call.path}/`,
      `${call.path}x`,
      call.path.slice(0, -1),
      `${call.path}%00`,
      `/goform/${call.name.toUpperCase()}`,
    );
  }
  return paths.flatMap((path) =>
    ['GET', 'POST'].map(
      (method): Vector => ({
        id: `path ${method} ${path}`,
        call: '',
        session: 'none',
        method,
        path,
        query: '',
        expect,
      }),
    ),
  );
}

/** The text of vectors.json. */
export function writeVectors(model: Model): string {
  const calls = Object.fromEntries(
    model.calls.map((call) => [
      call.name,
      {
        path: call.path,
        method: call.method,
        access: call.access,
        firstPassword: call.firstPassword,
        audit: call.audit !== undefined,
        maxBody: call.maxBody,
        errors: call.errors.map((e) => e.code),
        base: baseRequest(call),
      },
    ]),
  );
  const vectors = [...pathVectors(model), ...model.calls.flatMap((call) => new CallVectors(model, call).vectors)];
  return `${JSON.stringify({ version: 1, calls, vectors }, null, 1)}\n`;
}
