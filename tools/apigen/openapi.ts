/* OpenAPI 3.1 of all calls. */
import { exampleReply, fullRequest } from './examples.ts';
import {
  type Call,
  type ErrorEntry,
  errorNamed,
  type Field,
  intRange,
  isOpen,
  type Model,
  type Shape,
} from './model.ts';

type Node = { [key: string]: unknown };

function schemaOf(shape: Shape, direction: 'request' | 'reply'): Node {
  switch (shape.type) {
    case 'bool':
      return { type: 'boolean' };
    case 'int':
      return {
        type: 'integer',
        ...(intRange[shape.int][1] > 0x7fffffff ? { format: 'int64' } : { format: 'int32' }),
        minimum: shape.min,
        maximum: shape.max,
        ...(shape.step === undefined || shape.min % shape.step !== 0 ? {} : { multipleOf: shape.step }),
      };
    case 'string':
      return stringSchema(shape);
    case 'decimal':
      return { type: 'string', pattern: '^[0-9]{1,20}$', description: `${shape.min} to ${shape.max}` };
    case 'date':
      return { anyOf: [{ type: 'string', format: 'date' }, { const: '' }] };
    case 'enum':
      return { $ref: `#/components/schemas/${shape.enum.name}` };
    case 'flags':
      return { type: 'array', uniqueItems: true, items: { $ref: `#/components/schemas/${shape.enum.name}` } };
    case 'object':
      return { $ref: `#/components/schemas/${shape.of.name}` };
    case 'array':
      return {
        type: 'array',
        items: schemaOf(shape.of, direction),
        minItems: shape.minItems,
        maxItems: shape.maxItems,
      };
  }
}

function stringSchema(shape: Shape & { type: 'string' }): Node {
  const plain = {
    type: 'string',
    minLength: shape.min,
    maxLength: shape.max,
    ...shape.format?.openapi,
  };
  return shape.allowEmpty ? { anyOf: [plain, { const: '' }] } : plain;
}

function property(field: Field, direction: 'request' | 'reply'): Node {
  const unit = 'unit' in field.shape && field.shape.unit !== undefined ? ` [${field.shape.unit}]` : '';
  return {
    ...schemaOf(field.shape, direction),
    description: `${field.summary}${unit}`,
    ...(field.default === undefined ? {} : { default: field.default }),
    ...(field.secret && direction === 'request' ? { writeOnly: true } : {}),
    ...(field.pending === undefined ? {} : { 'x-pending': field.pending }),
    ...(field.refused === undefined ? {} : { 'x-refused': field.refused }),
  };
}

export function objectSchema(fields: readonly Field[], direction: 'request' | 'reply'): Node {
  const required = fields.filter((f) => !f.optional).map((f) => f.name);
  return {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(fields.map((f) => [f.name, property(f, direction)])),
    ...(required.length === 0 ? {} : { required }),
  };
}

/** Every error of a call: its own, and those of the walker and the decoder. */
export function errorsOf(model: Model, call: Call): ErrorEntry[] {
  const names: Parameters<typeof errorNamed>[1][] = [
    'wrong_method',
    'body_too_large',
    'unknown_key',
    'system_error',
    'https_only',
  ];
  if (!isOpen(call.access)) {
    names.push('token_failed', 'key_failed', 'session_ended');
    if (!call.firstPassword) {
      names.push('password_change_required');
    }
  }
  if (call.access.kind === 'read' || call.access.kind === 'write') {
    names.push('forbidden');
  }
  if (call.access.kind === 'write') {
    names.push('upgrade_trial');
  }
  if (call.access.kind === 'super') {
    names.push('super_needed');
  }
  if (call.freshPassword) {
    names.push('password_needed');
  }
  if (call.method === 'POST') {
    names.push('media_type', 'bad_json', 'wrong_type', 'duplicate_key', 'bad_text');
  }
  if (call.thread !== 'loop' && call.thread !== 'stream') {
    names.push('busy');
  }
  const own = call.request.flatMap((f) => [f.code, f.emptyCode]).filter((e) => e !== undefined);
  const general: Parameters<typeof errorNamed>[1][] =
    call.request.length > 0 ? ['wrong_type', 'out_of_range', 'bad_text', 'duplicate_key', 'bad_format'] : [];
  const required = call.request.some((f) => !f.optional) ? (['missing_parameter'] as const) : [];
  const all = [...[...names, ...general, ...required].map((name) => errorNamed(model, name)), ...own, ...call.errors];
  return [...new Set(all)].sort((a, b) => a.code - b.code);
}

/** Whether a REST key may make the call: changes of the own account need a person. */
function takesKey(call: Call): boolean {
  return call.access.kind !== 'super' && !(call.access.kind === 'session' && call.audit !== undefined);
}

function responses(model: Model, call: Call): Node {
  const byStatus = Map.groupBy(errorsOf(model, call), (e) => e.http);
  const failures = [...byStatus]
    .sort(([a], [b]) => a - b)
    .map(([status, errors]): [string, Node] => [
      String(status),
      {
        description: errors.map((e) => `${e.code} ${e.text}`).join('; '),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
        ...headersOf(status),
      },
    ]);
  return {
    '200': {
      description: 'Success',
      content:
        call.thread === 'stream'
          ? { 'text/event-stream': { schema: { type: 'string', description: 'Starts with `event: hello`' } } }
          : call.isFile
            ? { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
            : {
                'application/json': {
                  schema: successSchema(call),
                  example: { code: 'success', retvalue: 0, msg: 0, data: exampleReply(call) },
                },
              },
    },
    ...Object.fromEntries(failures),
  };
}

function headersOf(status: number): Node {
  if (status === 405) {
    return { headers: { Allow: { schema: { type: 'string' } } } };
  }
  return status === 429 || status === 503
    ? { headers: { 'Retry-After': { description: 'Seconds', schema: { type: 'integer' } } } }
    : {};
}

const successSchema = (call: Call): Node => ({
  type: 'object',
  required: ['code', 'retvalue', 'msg', 'data'],
  properties: {
    code: { const: 'success' },
    retvalue: { const: 0 },
    msg: { const: 0 },
    data: objectSchema(call.reply, 'reply'),
  },
});

const contentOf: Readonly<Record<Exclude<Call['takes'], 'json'>, Node>> = {
  picture: { 'image/jpeg': {}, 'image/png': {}, 'image/webp': {} },
  octets: { 'application/octet-stream': {} },
};

function operation(model: Model, call: Call): Node {
  const query = call.inQuery ? call.request : [];
  return {
    operationId: call.name,
    tags: [call.group],
    summary: call.summary,
    description: accessText(call),
    ...(call.devices.length === 0 ? {} : { 'x-devices': call.devices }),
    parameters: [
      { $ref: '#/components/parameters/language' },
      { $ref: '#/components/parameters/timeStamp' },
      ...query.map((field) => ({
        name: field.name,
        in: 'query',
        required: !field.optional && call.whole === undefined,
        description: field.summary,
        schema: property(field, 'request'),
        ...(field.shape.type === 'flags' ? { style: 'form', explode: false } : {}),
      })),
    ],
    ...(!call.inQuery
      ? {
          requestBody: {
            required: call.request.some((f) => !f.optional),
            content: {
              'application/json': { schema: objectSchema(call.request, 'request'), example: fullRequest(call) },
            },
          },
        }
      : {}),
    ...(call.takes === 'json' ? {} : { requestBody: { required: true, content: contentOf[call.takes] } }),
    responses: responses(model, call),
    security: isOpen(call.access) ? [] : takesKey(call) ? [{ token: [] }, { key: [] }] : [{ token: [] }],
  };
}

/** Who may make the call, as text. */
export function accessText(call: Call): string {
  const first =
    (call.firstPassword ? ' Allowed before the initial password is replaced.' : '') +
    (call.freshPassword
      ? ' Requires a password confirmed in the last five minutes (confirmPassword); not available to REST keys.'
      : '');
  switch (call.access.kind) {
    case 'none':
      return 'No session required.';
    case 'open':
      return 'No session required; an existing session is recognized.';
    case 'super':
      return 'Requires a super session, opened with the engineer password.';
    case 'session':
      return `Requires a session.${first}`;
    case 'read':
    case 'write':
      return `Requires ${call.access.kind} permission in the group ${call.access.group}${call.access.orSuper ? ', or a super session' : ''}.${first}`;
  }
}

export function writeOpenApi(model: Model): string {
  const enums = model.enums.map((e): [string, Node] => [
    e.name,
    { type: 'string', enum: e.values, description: e.summary },
  ]);
  const types = model.types.map((t): [string, Node] => [
    t.name,
    { ...objectSchema(t.fields, 'reply'), description: t.summary },
  ]);
  const failure = {
    type: 'object',
    required: ['code', 'retvalue', 'msg', 'data'],
    properties: {
      code: { const: 'error' },
      retvalue: { type: 'integer', enum: model.errors.map((e) => e.code) },
      msg: { type: 'integer' },
      field: { type: 'string', description: 'Path of the field concerned, e.g. `userids[3]`' },
      data: { type: 'object' },
    },
  };
  const document = {
    openapi: '3.1.0',
    info: {
      title: 'Terminal',
      version: '1',
      description:
        'Calls of the terminal. Generated from firmware/api/spec. x-pending: stored but not used by this version yet; with min: only values from min on. x-refused: the value that this version does not take yet. x-devices: installed devices of which the call needs one.',
    },
    servers: [{ url: '/' }],
    tags: model.groups.map((group) => ({ name: group.name, description: group.summary })),
    paths: Object.fromEntries(
      model.calls.map((call) => [call.path, { [call.method.toLowerCase()]: operation(model, call) }]),
    ),
    components: {
      securitySchemes: {
        token: { type: 'apiKey', in: 'header', name: 'token' },
        key: { type: 'http', scheme: 'bearer', description: 'A REST key, while REST access is switched on' },
      },
      parameters: {
        language: {
          name: 'language',
          in: 'header',
          description: 'Language of the console',
          schema: { type: 'string' },
        },
        timeStamp: { name: '_t', in: 'query', description: 'Time stamp that prevents caching; ignored', schema: {} },
      },
      schemas: { ...Object.fromEntries([...enums, ...types]), Failure: failure },
    },
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}
