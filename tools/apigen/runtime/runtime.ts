/* Base of the generated TypeScript: the form of a call, and validators that return the catalogue's codes like
 * the firmware's decoder. It is copied beside the generated files and imports nothing of the project. */
import * as v from 'valibot';
import { type Format, fitsFormat, hasLines } from './formats.ts';

/** A call as used by the transport. */
export interface Call<Request, Reply> {
  readonly name: string;
  readonly group: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** A POST whose request is in the query, like that of every GET. */
  readonly inQuery?: true;
  /** The body is not JSON but `body` of the options: a picture (JPEG or PNG), or raw bytes. */
  readonly takes?: 'picture' | 'octets';
  /** Devices it needs: it is refused if none of them is installed. Omitted: none. */
  readonly devices?: readonly string[];
  /** The reply is a file. */
  readonly file?: true;
  readonly request: v.GenericSchema<unknown, Request>;
  readonly reply: v.GenericSchema<unknown, Reply>;
}

/** The error of a refused call, as far as callers need it. */
export interface Refusal {
  /** Code of the catalogue, 0 if no answer came. */
  readonly code: number;
  /** Path of the field that caused the error, '' if none. */
  readonly field: string;
}

export interface CallOptions {
  /** Cancels the call. */
  readonly signal?: AbortSignal;
  /** True for an error that the caller shows itself, at a field or as a question: no message is shown for it. */
  readonly handles?: (refusal: Refusal) => boolean;
  /** Body of a call that `takes` one, with its type. */
  readonly body?: Blob;
  /** For a call that answers with a file: called with the number of received bytes. */
  readonly onProgress?: (octets: number) => void;
  /** For a call that answers with a file: receives its bytes as they arrive, and is closed or aborted; `content` is empty then.
   * A write error is thrown unchanged. */
  readonly into?: WritableStream<Uint8Array<ArrayBuffer>>;
  /** Additional headers. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The reply of a call that answers with a file. */
export interface FileReply {
  readonly name: string;
  readonly content: Blob;
}

/** Not in an envelope: the transport creates it from the response. */
export const fileReply = (): v.GenericSchema<unknown, FileReply> => v.custom<FileReply>(() => true);

/** Request or reply of a call without one. */
export type Nothing = Readonly<Record<string, never>>;

/** Makes one call: sends the request and resolves with the checked reply, or rejects. */
export type Send = <Request, Reply>(
  call: Call<Request, Reply>,
  request: Request,
  options?: CallOptions,
) => Promise<Reply>;

let currentSend: Send | undefined;

/** Sets how calls are made; once, at the start of the program. */
export function useSend(send: Send): void {
  currentSend = send;
}

/** Implementation of the client functions. */
export function perform<Request, Reply>(
  call: Call<Request, Reply>,
  request: Request,
  options?: CallOptions,
): Promise<Reply> {
  if (currentSend === undefined) {
    throw new Error('useSend() was not called');
  }
  return currentSend(call, request, options);
}

/** A pending value: stored but not used by this version; always, or for values from `min` on. */
export type Pending = true | { readonly min: number };

/* Pages of settings for the console, which draws, checks and saves them. The generator writes one constant per pair. */

export type TextFormat = Format;

interface SettingBase<Name extends string> {
  /** Name on the wire and in the form. */
  readonly name: Name;
  /** Effects after a save, by name (`displayRestart`); empty if none. */
  readonly effects: readonly string[];
  /** Release that added it. */
  readonly since: string;
  /** Function groups whose write permission a change needs besides the page's own. */
  readonly alsoWrite?: readonly string[];
  readonly pending?: Pending;
  /** The value that is refused in this version. */
  readonly refused?: boolean | string;
  /** Devices it needs: it can be changed if one of them is installed. Omitted: none. */
  readonly devices?: readonly string[];
}

export interface BoolSetting<Name extends string = string> extends SettingBase<Name> {
  readonly kind: 'bool';
  readonly default: boolean;
}

export interface IntSetting<Name extends string = string> extends SettingBase<Name> {
  readonly kind: 'int';
  readonly min: number;
  readonly max: number;
  /** Only multiples of it are valid. */
  readonly step?: number;
  readonly unit?: string;
  readonly default: number;
}

export interface TextSetting<Name extends string = string> extends SettingBase<Name> {
  readonly kind: 'text';
  /** Characters. */
  readonly min: number;
  readonly max: number;
  readonly format?: TextFormat;
  /** Empty is valid besides `min` characters. */
  readonly allowEmpty: boolean;
  /** Write-only: a read returns whether it is set, as `has` and the name. */
  readonly secret: boolean;
  readonly default: string;
}

export interface EnumSetting<Name extends string = string> extends SettingBase<Name> {
  readonly kind: 'enum';
  /** Name of the enumeration, for the texts of its values. */
  readonly enum: string;
  readonly values: readonly string[];
  readonly default: string;
}

export interface FlagsSetting<Name extends string = string> extends SettingBase<Name> {
  readonly kind: 'flags';
  readonly enum: string;
  readonly values: readonly string[];
  readonly default: readonly string[];
}

/** A fixed count of numbers. */
export interface ListSetting<Name extends string = string> extends SettingBase<Name> {
  readonly kind: 'list';
  readonly items: number;
  /** Limits of each. */
  readonly min: number;
  readonly max: number;
  readonly default: readonly number[];
}

export type SettingField<Name extends string = string> =
  | BoolSetting<Name>
  | IntSetting<Name>
  | TextSetting<Name>
  | EnumSetting<Name>
  | FlagsSetting<Name>
  | ListSetting<Name>;

/** Reply of every read of a pair, besides its settings. */
export interface SettingsReadReply {
  readonly revision: number;
}

/** Reply of every write of a pair. The last three are there for provisional pairs. */
export interface SettingsWriteReply {
  readonly revision: number;
  /** Changed settings. */
  readonly changed: readonly string[];
  /** Time to confirm before the device restores the old settings; 0 when there is nothing to confirm. */
  readonly confirmSeconds?: number;
  readonly confirmCode?: string;
  readonly confirmUrl?: string;
}

/** A pair of calls as one page of settings. `Values` has every setting, secrets as text; `State` is undefined without one. */
export interface SettingsPage<Values extends object, State = undefined, Act extends object = Nothing> {
  /** Name of the pair, such as `MachineParam`. */
  readonly pair: string;
  /** Function group whose permission it needs. */
  readonly group: string;
  /** Whether a save may have to be confirmed from the new address. */
  readonly provisional: boolean;
  /** In the order of the declaration. */
  readonly fields: readonly SettingField<keyof Values & string>[];
  readonly read: Call<Nothing, SettingsReadReply>;
  readonly write: Call<object, SettingsWriteReply>;
  /** Never set: carries the types. */
  readonly types?: { readonly values: Values; readonly state: State; readonly act: Act };
}

/** General codes of the decoder. */
const code = {
  missing: 10003,
  unknownKey: 12005,
  wrongType: 12006,
  outOfRange: 12007,
  badText: 12008,
  badFormat: 12017,
} as const;

/** A field's own errors for an invalid value, and for a missing or empty one. */
export interface Codes {
  readonly invalid?: number;
  readonly empty?: number;
}

export interface NumberLimits {
  readonly min: number;
  readonly max: number;
  /** The value is min plus a multiple of this. */
  readonly step?: number;
}

export interface TextLimits {
  /** Characters. */
  readonly min: number;
  readonly max: number;
  readonly format?: Format;
  readonly allowEmpty?: boolean;
}

export interface ItemLimits {
  readonly minItems: number;
  readonly maxItems: number;
}

/* Issues have the code as their message: one issue, the first that the decoder would return. */
const rule = <T>(codeOf: (value: T) => number): v.RawCheckAction<T> =>
  v.rawCheck(({ dataset, addIssue }) => {
    const found = dataset.typed ? codeOf(dataset.value) : 0;
    if (found !== 0) {
      addIssue({ message: String(found) });
    }
  });

const wrongType = String(code.wrongType);

/** Not allowed in text: controls (C0, DEL, C1; except line characters in some formats), line and paragraph separators, and unpaired surrogates. */
function isText(value: string, lines: boolean): boolean {
  for (const character of value) {
    if (lines && /[\t\n\r]/.test(character)) {
      continue;
    }
    const point = character.codePointAt(0) ?? 0;
    const separator = point === 0x2028 || point === 0x2029;
    if (separator || point < 0x20 || (point >= 0x7f && point <= 0x9f) || (point >= 0xd800 && point <= 0xdfff)) {
      return false;
    }
  }
  return true;
}

function textCode(value: string, limits: TextLimits, codes: Codes): number {
  if (value === '' && codes.empty !== undefined) {
    return codes.empty;
  }
  if (!isText(value, hasLines(limits.format))) {
    return codes.invalid ?? code.badText;
  }
  const length = [...value].length;
  if (length > limits.max || (length < limits.min && !(length === 0 && limits.allowEmpty === true))) {
    return codes.invalid ?? code.outOfRange;
  }
  return length > 0 && !fitsFormat(value, limits.format) ? (codes.invalid ?? code.badFormat) : 0;
}

/** Text of `min` to `max` characters. */
export const text = (limits: TextLimits, codes: Codes = {}) =>
  v.pipe(
    v.string(wrongType),
    rule((value: string) => textCode(value, limits, codes)),
  );

function integerCode(value: number, limits: NumberLimits, codes: Codes): number {
  if (Number.isFinite(value) && !Number.isInteger(value)) {
    return code.wrongType;
  }
  const fits = value >= limits.min && value <= limits.max && (value - limits.min) % (limits.step ?? 1) === 0;
  return fits ? 0 : (codes.invalid ?? code.outOfRange);
}

/** An integer. */
export const integer = (limits: NumberLimits, codes: Codes = {}) =>
  v.pipe(
    v.number(wrongType),
    rule((value: number) => integerCode(value, limits, codes)),
  );

/** Limits of a decimal, as digits: a number would be rounded above 2^53. */
export interface DecimalLimits {
  readonly min: string;
  readonly max: string;
}

function decimalCode(value: string, limits: DecimalLimits, codes: Codes): number {
  if (value === '' && codes.empty !== undefined) {
    return codes.empty;
  }
  if (!/^[0-9]+$/.test(value)) {
    return codes.invalid ?? code.badFormat;
  }
  const fits = value.length <= 20 && BigInt(value) >= BigInt(limits.min) && BigInt(value) <= BigInt(limits.max);
  return fits ? 0 : (codes.invalid ?? code.outOfRange);
}

/** A whole number as a string of digits. */
export const decimal = (limits: DecimalLimits, codes: Codes = {}) =>
  v.pipe(
    v.string(wrongType),
    rule((value: string) => decimalCode(value, limits, codes)),
  );

/** True for a day of the calendar as YYYY-MM-DD. */
function isDay(value: string): boolean {
  const parts = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/.exec(value);
  if (parts === null || parts[1] === '0000') {
    return false;
  }
  /* A day that does not exist is converted to another one. */
  const day = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value);
}

/** A day as YYYY-MM-DD, or '' for none. */
export const date = (codes: Codes = {}) =>
  v.pipe(
    v.string(wrongType),
    rule((value: string) => {
      if (value === '') {
        return codes.empty ?? 0;
      }
      return isDay(value) ? 0 : (codes.invalid ?? code.badFormat);
    }),
  );

export const truth = () => v.boolean(wrongType);

/** One word of an enumeration. */
export const word = <const Words extends readonly string[]>(words: Words, codes: Codes = {}) =>
  v.picklist(words, (issue) => {
    if (typeof issue.input !== 'string') {
      return wrongType;
    }
    return String(issue.input === '' && codes.empty !== undefined ? codes.empty : (codes.invalid ?? code.outOfRange));
  });

function flagsCode(value: readonly unknown[], words: readonly string[], codes: Codes): number {
  if (value.some((item) => typeof item !== 'string')) {
    return code.wrongType;
  }
  const known = value.every((item) => words.includes(item as string));
  return known && new Set(value).size === value.length ? 0 : (codes.invalid ?? code.outOfRange);
}

/** Distinct words of an enumeration: one value, so that an error applies to the whole. */
export const flags = <const Words extends readonly string[]>(words: Words, codes: Codes = {}) =>
  v.pipe(
    v.custom<Words[number][]>(Array.isArray, wrongType),
    rule((value: Words[number][]) => flagsCode(value, words, codes)),
  );

/** Items of one kind. */
export const list = <Item extends v.GenericSchema>(item: Item, limits: ItemLimits, codes: Codes = {}) =>
  v.pipe(
    v.array(item, wrongType),
    rule((value: v.InferOutput<Item>[]) =>
      value.length >= limits.minItems && value.length <= limits.maxItems ? 0 : (codes.invalid ?? code.outOfRange),
    ),
  );

/** The object of a request: an unknown key is refused. `empty` has the own errors for a missing member. */
export const requestObject = <Entries extends v.ObjectEntries>(
  entries: Entries,
  empty: Readonly<Record<string, number>> = {},
) =>
  v.strictObject(entries, (issue) => {
    if (issue.expected === 'never') {
      return String(code.unknownKey);
    }
    const key = issue.path?.at(-1)?.key;
    return key === undefined ? wrongType : String(empty[String(key)] ?? code.missing);
  });

/** The object of a reply. Unknown members are dropped: a newer firmware may send more than an open page knows. */
export const replyObject = <Entries extends v.ObjectEntries>(entries: Entries) => v.object(entries, wrongType);

/** Path of a field (`userids[3]`) → code of the catalogue, as the firmware would return it. */
export type FieldErrors = Readonly<Record<string, number>>;

function pathOf(issue: v.BaseIssue<unknown>): string {
  let path = '';
  for (const { key } of issue.path ?? []) {
    path += typeof key === 'number' ? `[${key}]` : `${path === '' ? '' : '.'}${String(key)}`;
  }
  return path;
}

/** Errors of a request, by field; empty if it is valid. */
export function checkRequest<Request, Reply>(call: Call<Request, Reply>, request: unknown): FieldErrors {
  const result = v.safeParse(call.request, request);
  const errors: Record<string, number> = {};
  for (const issue of result.issues ?? []) {
    const path = pathOf(issue);
    errors[path] ??= Number(issue.message);
  }
  return errors;
}

/** Code for one value of a field (`checkValue(adduserRequest.entries.username, name)`), 0 if it is valid. */
export function checkValue(schema: v.GenericSchema, value: unknown): number {
  const result = v.safeParse(schema, value);
  return result.success ? 0 : Number(result.issues[0].message);
}
