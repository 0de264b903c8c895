/* Entities and sets: fields declared once, for the calls that use them. */
import { roomName, sharedMember } from './c_names.ts';
import type { Context } from './context.ts';
import { resolveFields } from './fields.ts';
import { type ParsedFile, pointerTo } from './json.ts';
import { type Entity, type Field, type FieldSet, isNumbers, type TypeEntry } from './model.ts';
import { hasName, snakeCase } from './names.ts';
import type { Place } from './problem.ts';
import type { CallsFile, RawCall, RawEntity, RawField } from './raw.ts';

/** Fields of an entity or a set: `given` has a bit for each. */
const fieldsMax = 64;

const placeOf = (parsed: ParsedFile, path: readonly string[]): Place => ({
  file: parsed.file,
  line: parsed.lineOf(path.reduce<string>(pointerTo, '')),
});

type Fields = Readonly<Record<string, RawField>>;

/* Their C structs have plain values: nothing with a count, or with members of its own. A set has not even numbers of a
 * fixed count: it represents parameters in a query. */
function plainFields(
  parsed: ParsedFile,
  path: readonly string[],
  raw: Fields,
  context: Context,
  numbers: 'numbers' | 'no numbers',
): Field[] {
  const fields = resolveFields(parsed, path, raw, context);
  for (const { at, name, shape } of fields) {
    const inline = numbers === 'numbers' && isNumbers(shape);
    if ((shape.type === 'array' && !inline) || shape.type === 'object') {
      context.report(at, `'${name}': an ${shape.type} cannot be shared`);
    }
  }
  if (fields.length > fieldsMax) {
    context.report(placeOf(parsed, path), `${fields.length} fields are more than ${fieldsMax}`);
  }
  return fields;
}

export function resolveSets(parsed: ParsedFile, raw: CallsFile, context: Context): FieldSet[] {
  return Object.entries(raw.sets ?? {}).map(([name, { summary, fields, from }]): FieldSet => {
    const path = ['sets', name];
    return {
      kind: 'set',
      name,
      group: raw.group,
      summary,
      fields: plainFields(parsed, [...path, 'fields'], fields, context, 'no numbers'),
      ...(from === undefined ? {} : { filters: from }),
      at: placeOf(parsed, path),
    };
  });
}

/* Field types that the store and the import support. */
function checkUses({ name, uses = {}, shape, secret, at }: Field, context: Context): void {
  const text = shape.type === 'string' && !secret;
  const report = (fault: string): void => context.report(at, `'${name}': ${fault}`);
  for (const use of (['sort', 'search', 'unique'] as const).filter((each) => uses[each] !== undefined && !text)) {
    report(`only a text that is no secret can have the use '${use}'`);
  }
  if ((uses.filter ?? uses.report) !== undefined && !text && shape.type !== 'int') {
    report('only a text or a number can be a filter');
  }
  if (uses.import?.key === true && uses.unique !== true) {
    report('a key of the import is unique');
  }
  if (secret && (uses.import ?? uses.edit) !== undefined) {
    report('a secret is neither imported nor changed for many');
  }
}

export function resolveEntities(parsed: ParsedFile, raw: CallsFile, context: Context): Entity[] {
  return Object.entries(raw.entities ?? {}).map(([name, entity]) =>
    readEntity(parsed, raw.group, name, entity, context),
  );
}

function readEntity(parsed: ParsedFile, group: string, name: string, raw: RawEntity, context: Context): Entity {
  const path = ['entities', name];
  const at = placeOf(parsed, path);
  const report = (member: string, text: string): void =>
    context.report(placeOf(parsed, [...path, member]), `entity '${name}': ${text}`);
  /* Everything except the key may be omitted from a change; a new object then has its default. */
  const declared = Object.entries(raw.fields).map(([field, row]): [string, RawField] => [
    field,
    field === raw.key ? row : { ...row, optional: true },
  ]);
  const fields = plainFields(parsed, [...path, 'fields'], Object.fromEntries(declared), context, 'numbers');
  const internal = plainFields(parsed, [...path, 'internal'], raw.internal ?? {}, context, 'no numbers');
  const key = fields.find((field) => field.name === raw.key);
  if (key?.shape.type !== 'int') {
    report('key', `its key '${raw.key}' is no field that is a number`);
  }
  const revision = fields.find((field) => field.name === raw.revision);
  if (raw.revision !== undefined && (revision?.shape.type !== 'int' || revision.shape.int !== 'uint32')) {
    report('revision', `its count of changes '${raw.revision}' is no field that is a uint32`);
  }
  for (const field of fields) {
    checkUses(field, context);
  }
  const type = readType(name, group, raw.summary, fields, at);
  checkNames(fields, internal, context);
  return {
    kind: 'entity',
    name,
    group,
    summary: raw.summary,
    fields,
    key: raw.key,
    ...(raw.revision === undefined ? {} : { revision: raw.revision }),
    internal,
    type,
    at,
  };
}

/* As it is read: a secret is only whether it is set. */
function readType(name: string, group: string, summary: string, fields: readonly Field[], at: Place): TypeEntry {
  const read = fields.map((field): Field => {
    const common = { optional: false, secret: false, at: field.at };
    return field.secret
      ? {
          ...common,
          name: hasName(field.name),
          shape: { type: 'bool' },
          summary: 'Whether one is set; it is never read back',
        }
      : {
          ...common,
          name: field.name,
          shape: field.shape,
          summary: field.summary,
          ...(field.pending === undefined ? {} : { pending: field.pending }),
        };
  });
  return { name, group, summary, fields: read, entity: true, at };
}

/* Members of an entity's structs besides its fields. */
function checkNames(fields: readonly Field[], internal: readonly Field[], context: Context): void {
  const own = new Set(['values', 'given']);
  const names = new Set(fields.flatMap(({ name }) => [snakeCase(name), snakeCase(hasName(name))]));
  const taken = [
    ...fields.filter(({ name }) => own.has(snakeCase(name))),
    ...internal.filter(({ name }) => own.has(snakeCase(name)) || names.has(snakeCase(name))),
  ];
  for (const { at, name } of taken) {
    context.report(at, `'${name}': the name is taken`);
  }
}

export interface Use {
  readonly uses?: FieldSet;
  /** The fields of the call. */
  readonly fields: readonly Field[];
}

/** The fields of a call from the entity or set that it uses. */
export function resolveUse(
  parsed: ParsedFile,
  name: string,
  call: RawCall,
  own: readonly Field[],
  context: Context,
): Use {
  const path = ['calls', name];
  const report = (member: string, text: string): void =>
    context.report(placeOf(parsed, [...path, member]), `call '${name}': ${text}`);
  const without = call.without ?? [];
  if (call.use === undefined) {
    if (call.without !== undefined) {
      report('without', "'without' is about what it uses, and it uses nothing");
    }
    return { fields: [] };
  }
  const uses = context.sets.get(call.use);
  if (uses === undefined) {
    report('use', `there is no entity or set '${call.use}'`);
    return { fields: [] };
  }
  for (const field of without) {
    if (!uses.fields.some((one) => one.name === field)) {
      report('without', `'${uses.name}' has no '${field}'`);
    } else if ('key' in uses && uses.key === field) {
      report('without', `'${field}' is the key of '${uses.name}'`);
    }
  }
  const fields = uses.fields.filter((field) => !without.includes(field.name));
  const taken = new Set([sharedMember(uses), ...fields.map(roomName), ...fields.map((field) => snakeCase(field.name))]);
  for (const field of own.filter((one) => taken.has(snakeCase(one.name)))) {
    context.report(field.at, `'${field.name}': the name is taken by what call '${name}' uses`);
  }
  /* A default of an entity is for new objects: a change leaves omitted fields unchanged. */
  return { uses, fields: uses.kind === 'entity' ? fields.map(({ default: _, ...field }): Field => field) : fields };
}
