/* One field of a request, a reply or a type: references resolved, limits filled in and checked. */

import type { Context } from './context.ts';
import { noEffect } from './effects.ts';
import { type ParsedFile, pointerTo } from './json.ts';
import type { DefaultValue, EnumEntry, ErrorEntry, Field, FormatEntry, IntType, Setting, Shape } from './model.ts';
import { accessEnum, deviceEnum, intRange, isNumbers } from './model.ts';
import { snakeCase } from './names.ts';
import type { Place } from './problem.ts';
import type { RawField } from './raw.ts';
import { fitsFormat } from './runtime/formats.ts';

/** Maximum characters of a string: requests contain them inline. */
const stringMax = 16384;

/** Maximum members of an object: the decoder has a bit for each. */
const membersMax = 64;

/** Largest decimal: a signed 64-bit number, as SQLite stores it. */
const decimalMax = 0x7fff_ffff_ffff_ffffn;

/** Resolves the fields at `path` of the file. Errors go to context.report with their line. */
export function resolveFields(
  parsed: ParsedFile,
  path: readonly string[],
  fields: Readonly<Record<string, RawField>>,
  context: Context,
): Field[] {
  const seen = new Map<string, string>();
  const names = Object.keys(fields);
  if (names.length > membersMax) {
    const place = { file: parsed.file, line: parsed.lineOf(path.reduce<string>(pointerTo, '')) };
    context.report(place, `${names.length} members are more than ${membersMax}`);
  }
  return Object.entries(fields).map(([name, raw]) => {
    const field = readField(parsed, path, name, raw, context);
    if (
      raw.effect !== undefined ||
      raw.since !== undefined ||
      raw.random !== undefined ||
      raw.alsoWrite !== undefined ||
      raw.refused !== undefined ||
      raw.devices !== undefined
    ) {
      const settingsOnly = "'effect', 'since', 'random', 'alsoWrite', 'refused' and 'devices'";
      context.report(field.at, `'${name}': ${settingsOnly} are for settings`);
    }
    if (raw.uses !== undefined && path[0] !== 'entities') {
      context.report(field.at, `'${name}': 'uses' is for fields of an entity`);
    }
    const other = seen.get(snakeCase(name));
    if (other !== undefined) {
      context.report(field.at, `'${name}' and '${other}' have one name in C`);
    }
    seen.set(snakeCase(name), name);
    if (field.optional) {
      seen.set(`has_${snakeCase(name)}`, `the presence of ${name}`);
    }
    return field;
  });
}

const readField = (parsed: ParsedFile, path: readonly string[], name: string, raw: RawField, context: Context): Field =>
  new FieldReader(parsed, [...path, name].reduce<string>(pointerTo, ''), name, context).read(raw);

/** Resolves the settings of a pair; a setting that names no devices has those of the pair. Their fields are those of the write: optional,
 * without a default in the decoder. */
export function resolveSettings(
  parsed: ParsedFile,
  path: readonly string[],
  fields: Readonly<Record<string, RawField>>,
  ofPair: readonly string[],
  context: Context,
): Setting[] {
  return Object.entries(fields).flatMap(([name, raw]): Setting[] => {
    const field = readField(parsed, path, name, { ...raw, optional: true }, context);
    const report = (text: string): void => context.report(field.at, `setting '${name}': ${text}`);
    if (raw.default === undefined || raw.effect === undefined || raw.since === undefined) {
      report("it needs 'default', 'effect' and 'since'");
      return [];
    }
    const { shape } = field;
    if (['decimal', 'date', 'object'].includes(shape.type) || (shape.type === 'array' && !isNumbers(shape))) {
      report('a setting is a bool, a number, text, a word, flags, or a fixed count of numbers');
    }
    if ((field.secret || raw.random !== undefined) && shape.type !== 'string') {
      report('only text can be secret or random');
    }
    const effects = raw.effect.filter((effect) => effect !== noEffect);
    const known = context.effects.map((effect) => effect.name);
    for (const effect of effects.filter((each) => !known.includes(each))) {
      report(`there is no effect '${effect}' among ${[noEffect, ...known].join(', ')}`);
    }
    if (effects.length > 0 && effects.length < raw.effect.length) {
      report(`'${noEffect}' stands alone`);
    }
    const alsoWrite = raw.alsoWrite ?? [];
    const groups = context.enums.get(accessEnum)?.values ?? [];
    for (const group of alsoWrite.filter((each) => !groups.includes(each))) {
      report(`the enum ${accessEnum} has no group '${group}'`);
    }
    const devices = resolveDevices(raw.devices ?? ofPair, context, report);
    if (raw.refused !== undefined && !isRefusable(shape, raw)) {
      report("'refused' is a value of a bool or an enum, neither its first nor its default, that is pending");
    }
    const { default: first, ...rest } = field;
    return [
      {
        ...rest,
        default: first ?? raw.default,
        effects,
        since: raw.since,
        alsoWrite,
        devices,
        ...(raw.refused === undefined ? {} : { refused: raw.refused }),
        ...randomOf(raw),
      },
    ];
  });
}

/** Devices by their names in the enum. */
export function resolveDevices(
  devices: readonly string[],
  context: Context,
  report: (text: string) => void,
): readonly string[] {
  const known = context.enums.get(deviceEnum)?.values ?? [];
  for (const device of devices.filter((each) => !known.includes(each))) {
    report(`the enum ${deviceEnum} has no device '${device}'`);
  }
  return devices;
}

/* The firmware compares numbers, and 0 means none. */
function isRefusable(shape: Shape, { refused, pending, default: first }: RawField): boolean {
  const isValue = shape.type === 'enum' ? shape.enum.values.indexOf(String(refused)) > 0 : refused === true;
  return isValue && ['bool', 'enum'].includes(shape.type) && pending === true && refused !== first;
}

const randomOf = (raw: RawField): Pick<Setting, 'random'> => (raw.random === undefined ? {} : { random: raw.random });

class FieldReader {
  readonly #parsed: ParsedFile;
  readonly #pointer: string;
  readonly #name: string;
  readonly #context: Context;

  constructor(parsed: ParsedFile, pointer: string, name: string, context: Context) {
    this.#parsed = parsed;
    this.#pointer = pointer;
    this.#name = name;
    this.#context = context;
  }

  read(raw: RawField): Field {
    const like = raw.type === 'field' ? this.#fieldOf(raw, '') : undefined;
    const shape = like === undefined ? this.#shape(raw, '') : like.shape;
    const code = this.#errorNamed(raw.code, 'code') ?? like?.code;
    const emptyCode = this.#errorNamed(raw.emptyCode, 'emptyCode');
    const pending = raw.pending ?? like?.pending;
    if (raw.default !== undefined) {
      this.#checkDefault(raw, shape);
    }
    this.#checkPending(raw, shape);
    return {
      name: this.#name,
      shape,
      summary: raw.summary ?? '',
      ...(pending === undefined ? {} : { pending }),
      optional: raw.optional ?? false,
      secret: raw.secret ?? like?.secret ?? false,
      ...(raw.default === undefined ? {} : { default: raw.default }),
      ...(code === undefined ? {} : { code }),
      ...(emptyCode === undefined ? {} : { emptyCode }),
      ...(raw.uses === undefined ? {} : { uses: raw.uses }),
      at: this.#place(''),
    };
  }

  #place(member: string): Place {
    return { file: this.#parsed.file, line: this.#parsed.lineOf(this.#pointer + member) };
  }

  #report(member: string, text: string): void {
    this.#context.report(this.#place(member), `'${this.#name}': ${text}`);
  }

  #errorNamed(name: string | undefined, member: string): ErrorEntry | undefined {
    const entry = name === undefined ? undefined : this.#context.errors.get(name);
    if (name !== undefined && entry === undefined) {
      this.#report(`/${member}`, `the catalogue has no error '${name}'`);
    }
    return entry;
  }

  #enumNamed(name: string | undefined, within: string): EnumEntry {
    const entry = this.#context.enums.get(name ?? '');
    if (entry === undefined) {
      this.#report(`${within}/enum`, `there is no enum '${name}'`);
      return { name: name ?? '', group: '', values: ['unknown'], subsets: [], summary: '' };
    }
    return entry;
  }

  /* `within` is the member path of the shape inside the field: '' or '/of'. */
  #shape(raw: RawField, within: string): Shape {
    const unit = raw.unit === undefined ? {} : { unit: raw.unit };
    switch (raw.type) {
      case 'bool':
        return { type: 'bool' };
      case 'uint8':
      case 'uint16':
      case 'uint32':
      case 'int32':
      case 'int64':
        return {
          type: 'int',
          int: raw.type,
          ...this.#limits(raw, within, intRange[raw.type], raw.type),
          ...this.#step(raw, within),
          ...unit,
        };
      case 'string':
        return {
          type: 'string',
          ...this.#limits(raw, within, [0, stringMax], 'string'),
          ...this.#format(raw.format, within),
          allowEmpty: raw.allowEmpty ?? false,
        };
      case 'decimal':
        return { type: 'decimal', ...this.#decimalLimits(raw, within) };
      case 'date':
        return { type: 'date' };
      case 'enum':
        return { type: 'enum', enum: this.#enumNamed(raw.enum, within) };
      case 'flags':
        return { type: 'flags', enum: this.#flagsEnum(raw, within) };
      case 'array':
        return this.#array(raw, within);
      case 'object':
        return this.#object(raw, within);
      case 'field':
        return this.#fieldOf(raw, within).shape;
      default:
        throw new Error(`the schema let the type ${raw.type} pass`);
    }
  }

  /* `of` names a field of an entity or a type, which is declared only there; only calls may name one of a type. */
  #fieldOf(raw: RawField, within: string): Field {
    const [entity, name] = typeof raw.of === 'string' ? raw.of.split('.') : [];
    const { sets, types } = this.#context;
    const { fields } = sets.get(entity ?? '') ?? types.get(entity ?? '') ?? { fields: [] };
    const field = fields.find((each) => each.name === name);
    if (field === undefined) {
      this.#report(`${within}/of`, `there is no field '${String(raw.of)}' of an entity or a type`);
      return { name: '', shape: { type: 'bool' }, summary: '', optional: false, secret: false, at: this.#place('') };
    }
    return field;
  }

  #limits(
    raw: RawField,
    within: string,
    [lowest, highest]: readonly [number, number],
    type: IntType | 'string',
  ): { min: number; max: number } {
    const min = Number(raw.min ?? lowest);
    const max = Number(raw.max ?? highest);
    if (min < lowest || min > highest) {
      this.#report(`${within}/min`, `min ${min} is outside ${lowest} to ${highest} of ${type}`);
    }
    if (max < lowest || max > highest) {
      this.#report(`${within}/max`, `max ${max} is outside ${lowest} to ${highest} of ${type}`);
    }
    if (min > max) {
      this.#report(`${within}/min`, `min ${min} is above max ${max}`);
    }
    return { min, max };
  }

  /* A limit above 2^53 is a string of digits: a JSON number would be rounded. */
  #decimalLimits(raw: RawField, within: string): { min: bigint; max: bigint } {
    const min = this.#decimalLimit(raw.min ?? 0, `${within}/min`);
    const max = this.#decimalLimit(raw.max ?? String(decimalMax), `${within}/max`);
    if (min > max) {
      this.#report(`${within}/min`, `min ${min} is above max ${max}`);
    }
    return { min, max };
  }

  #decimalLimit(limit: number | string, at: string): bigint {
    if (typeof limit === 'number' && !Number.isSafeInteger(limit)) {
      this.#report(at, `${limit} is not exact as a JSON number; write it as a string`);
      return 0n;
    }
    const value = BigInt(limit);
    if (value < 0n || value > decimalMax) {
      this.#report(at, `${value} is outside 0 to ${decimalMax} of decimal`);
    }
    return value;
  }

  #step(raw: RawField, within: string): { step?: number } {
    if (raw.step === undefined) {
      return {};
    }
    if (raw.min === undefined || raw.max === undefined || (Number(raw.max) - Number(raw.min)) % raw.step !== 0) {
      this.#report(`${within}/step`, `step ${raw.step} needs min and max that are steps apart`);
    }
    return { step: raw.step };
  }

  #format(name: string | undefined, within: string): { format?: FormatEntry } {
    const { formats } = this.#context;
    const format = formats.find((each) => each.name === name);
    if (name !== undefined && format === undefined) {
      this.#report(`${within}/format`, `there is no format '${name}' among ${formats.map((f) => f.name).join(', ')}`);
    }
    return format === undefined ? {} : { format };
  }

  #flagsEnum(raw: RawField, within: string): EnumEntry {
    const entry = this.#enumNamed(raw.enum, within);
    if (entry.values.length > 31) {
      this.#report(within, `flags of '${entry.name}' are more than 31`);
    }
    return entry;
  }

  #array(raw: RawField, within: string): Shape {
    const minItems = raw.minItems ?? 0;
    const maxItems = raw.maxItems ?? 0;
    if (minItems > maxItems) {
      this.#report(`${within}/minItems`, `minItems ${minItems} is above maxItems ${maxItems}`);
    }
    if (typeof raw.of !== 'object') {
      throw new Error('the schema let an array without items pass');
    }
    return { type: 'array', of: this.#shape(raw.of, `${within}/of`), minItems, maxItems };
  }

  #object(raw: RawField, within: string): Shape {
    const name = typeof raw.of === 'string' ? raw.of : '';
    const of = this.#context.types.get(name);
    if (of === undefined) {
      this.#report(`${within}/of`, `there is no type '${name}'`);
      return {
        type: 'object',
        of: { name, group: '', summary: '', fields: [], entity: false, at: this.#place(within) },
      };
    }
    return { type: 'object', of };
  }

  #checkPending({ pending }: RawField, shape: Shape): void {
    if (typeof pending !== 'object' || shape.type !== 'int') {
      return;
    }
    if (pending.min <= shape.min || pending.min > shape.max) {
      this.#report(
        '/pending',
        `pending from ${pending.min} is not within ${shape.min} to ${shape.max}, or is all of it`,
      );
    }
  }

  #checkDefault(raw: RawField, shape: Shape): void {
    const value = raw.default;
    if (!(raw.optional ?? false)) {
      this.#report('/default', 'a default is for an optional field');
    }
    if (value !== undefined && !defaultFits(shape, value)) {
      this.#report('/default', `the default ${JSON.stringify(value)} is not a valid value`);
    }
  }
}

const numberFits = ({ min, max, step }: Shape & { type: 'int' }, value: unknown): boolean =>
  typeof value === 'number' && value >= min && value <= max && (value - min) % (step ?? 1) === 0;

function defaultFits(shape: Shape, value: DefaultValue): boolean {
  switch (shape.type) {
    case 'int':
      return numberFits(shape, value);
    case 'string': {
      const length = typeof value === 'string' ? [...value].length : -1;
      const fits = length >= shape.min && length <= shape.max && fitsFormat(String(value), shape.format?.name);
      return fits || (length === 0 && shape.allowEmpty);
    }
    case 'decimal':
      return BigInt(String(value)) >= shape.min && BigInt(String(value)) <= shape.max;
    case 'enum':
      return typeof value === 'string' && shape.enum.values.includes(value);
    case 'flags':
      return Array.isArray(value) && value.every((word: unknown) => shape.enum.values.includes(String(word)));
    case 'bool':
      return typeof value === 'boolean';
    case 'array': {
      const { of, minItems, maxItems } = shape;
      const count = Array.isArray(value) ? value.length : -1;
      return (
        of.type === 'int' &&
        Array.isArray(value) &&
        count >= minItems &&
        count <= maxItems &&
        value.every((item: unknown) => numberFits(of, item))
      );
    }
    default:
      return false;
  }
}
