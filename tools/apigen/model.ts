/* The checked specification: every reference resolved, every limit filled in. */
import type { Place } from './problem.ts';
import type { Format } from './runtime/formats.ts';

export interface ErrorEntry {
  readonly name: string;
  readonly code: number;
  readonly http: number;
  readonly text: string;
}

export interface EnumEntry {
  readonly name: string;
  readonly group: string;
  readonly values: readonly string[];
  readonly subsets: readonly Subset[];
  readonly fields?: EnumFields;
  /** Its values are the columns of an imported file. */
  readonly imports?: boolean;
  /** Headings of an imported file for values that are not fields. */
  readonly headings?: Readonly<Record<string, readonly string[]>>;
  /** Its texts in every language, for files that the terminal writes. */
  readonly labels?: Labels;
  readonly summary: string;
}

/** Fields of an entity that are used under their own names. */
export interface FieldsOf {
  readonly entity: string;
  readonly names: readonly string[];
}

/** The field behind each value of an enumeration: its name in the entity, or null. */
export interface EnumFields {
  readonly entity: string;
  readonly names: readonly (string | null)[];
}

/** Texts of the values by language, in the order of the enum `Language`. */
export type Labels = readonly (readonly string[])[];

/** Uses of a field of an entity. Every field except secrets is in the audit log. */
export interface Uses {
  /** A column of the console's list, visible initially or only when selected. */
  readonly list?: 'shown' | 'hidden';
  /** The list can be sorted by it. A text. */
  readonly sort?: true;
  /** The list can be filtered by one value of it. */
  readonly filter?: true;
  /** The list's search finds any part of it. A text. */
  readonly search?: true;
  /** A column of the exported file, and its width in characters. */
  readonly export?: number;
  readonly import?: ImportUse;
  /** Can be set for many in one change. */
  readonly edit?: true;
  /** Reports can be limited to one value of it. */
  readonly report?: true;
  /** No two have the same value. A text that may be empty. */
  readonly unique?: true;
}

/** A column of an imported file. */
export interface ImportUse {
  /** Headings for it besides its label in each language: only small letters and digits. */
  readonly headings: readonly string[];
  /** Finds the object of a row without the entity's key. It is unique. */
  readonly key?: true;
  /** A single `-` clears it. */
  readonly clear?: true;
}

/** Subset of an enum's values that means yes to a question. */
export interface Subset {
  readonly name: string;
  readonly values: readonly string[];
}

export interface TypeEntry {
  readonly name: string;
  readonly group: string;
  readonly summary: string;
  readonly fields: readonly Field[];
  /** It is the read form of an entity. */
  readonly entity: boolean;
  /** The entity of which it is a change. */
  readonly changes?: FieldsOf;
  readonly at: Place;
}

/** A named format of text. All are ASCII, one byte per character. */
export interface FormatEntry {
  readonly name: Format;
  readonly summary: string;
  /** It may have tabs and line breaks. */
  readonly lines: boolean;
  /** Keywords of its OpenAPI schema. */
  readonly openapi: { readonly format?: string; readonly pattern?: string; readonly contentMediaType?: string };
  /** Valid texts, where `*` stands for up to `fillMax` characters of `fill`. */
  readonly examples: readonly string[];
  readonly fill: string;
  readonly fillMax: number;
  /** Texts that just fit, and texts that are refused. */
  readonly good: readonly string[];
  readonly bad: readonly string[];
}

/** Effect of a changed setting. */
export interface EffectEntry {
  readonly name: string;
  readonly summary: string;
  readonly at: Place;
}

export type IntType = 'uint8' | 'uint16' | 'uint32' | 'int32' | 'int64';

interface ShapeBase {
  readonly unit?: string;
}
export type Shape =
  | (ShapeBase & { readonly type: 'bool' })
  | (ShapeBase & {
      readonly type: 'int';
      readonly int: IntType;
      readonly min: number;
      readonly max: number;
      /** The value is min plus a multiple of this. */
      readonly step?: number;
    })
  | (ShapeBase & {
      readonly type: 'string';
      readonly min: number;
      readonly max: number;
      readonly format?: FormatEntry;
      readonly allowEmpty: boolean;
    })
  | (ShapeBase & { readonly type: 'decimal'; readonly min: bigint; readonly max: bigint })
  | (ShapeBase & { readonly type: 'date' })
  | (ShapeBase & { readonly type: 'enum'; readonly enum: EnumEntry })
  | (ShapeBase & { readonly type: 'flags'; readonly enum: EnumEntry })
  | (ShapeBase & {
      readonly type: 'array';
      readonly of: Shape;
      readonly minItems: number;
      readonly maxItems: number;
    })
  | (ShapeBase & { readonly type: 'object'; readonly of: TypeEntry });

export type DefaultValue = string | number | boolean | readonly string[] | readonly number[];

/** A pending value: stored but not used by this version; always, or for values from `min` on. */
export type Pending = true | { readonly min: number };

export interface Field {
  readonly name: string;
  readonly shape: Shape;
  readonly summary: string;
  readonly pending?: Pending;
  /** Of a setting: the value that this version refuses. */
  readonly refused?: true | string;
  readonly optional: boolean;
  readonly secret: boolean;
  readonly default?: DefaultValue;
  /** Error for an invalid value, except wrong type, unknown, duplicate and missing. */
  readonly code?: ErrorEntry;
  /** Error for a missing or empty value. */
  readonly emptyCode?: ErrorEntry;
  /** Of a field of an entity. */
  readonly uses?: Uses;
  readonly at: Place;
}

/** Fields declared once that C keeps in one struct for all users of them: a page of settings, an entity, a set. Row and
 * presence bit n belong to field n. */
export interface FieldSet {
  readonly kind: 'page' | 'entity' | 'set';
  readonly name: string;
  readonly group: string;
  readonly summary: string;
  readonly fields: readonly Field[];
  /** Which fields of a set are compared with those of an entity. */
  readonly filters?: FieldsOf;
  readonly at: Place;
}

/** Fields of a kind of object. A secret is only in a change, and reads as has<Name>. */
export interface Entity extends FieldSet {
  readonly kind: 'entity';
  /** The field that identifies an object; every change has it. */
  readonly key: string;
  /** The field that counts its changes. */
  readonly revision?: string;
  /** Stored beside the fields and never on the wire. */
  readonly internal: readonly Field[];
  /** Type of its read form. */
  readonly type: TypeEntry;
}

/** A setting: its field, with its default and the effects of a change. */
export interface Setting extends Field {
  readonly default: DefaultValue;
  readonly random?: 'digits6';
  /** Names, in the order of the setting. */
  readonly effects: readonly string[];
  readonly since: string;
  /** Function groups whose write permission a change needs besides the page's own. */
  readonly alsoWrite: readonly string[];
  /** Devices it needs: without any of them it cannot be changed. Empty: none. */
  readonly devices: readonly string[];
}

/** A page of settings; its calls are in the model's calls too. */
export interface Pair {
  readonly name: string;
  readonly group: string;
  readonly summary: string;
  /** Function group whose permission it needs. */
  readonly access: string;
  readonly provisional: boolean;
  readonly check: boolean;
  readonly settings: readonly Setting[];
  readonly act: readonly Field[];
  /** The save asks a question, unless this field confirms it; none or one. */
  readonly sure: readonly Field[];
  readonly state?: TypeEntry;
  readonly read: Call;
  readonly write: Call;
  readonly at: Place;
}

export type Access =
  | { readonly kind: 'none' | 'open' | 'session' | 'super' }
  /** `orSuper`: a super session is sufficient as well. */
  | { readonly kind: 'read' | 'write'; readonly group: string; readonly orSuper?: boolean };

/** Open without a session. */
export const isOpen = (access: Access): boolean => access.kind === 'none' || access.kind === 'open';

/** Where a call runs; the schema explains the values. */
export type Thread = 'loop' | 'worker' | 'slow' | 'signIn' | 'command' | 'stream';

export interface Call {
  readonly name: string;
  readonly group: string;
  readonly path: string;
  readonly method: 'GET' | 'POST';
  readonly summary: string;
  readonly access: Access;
  readonly firstPassword: boolean;
  /** Needs a password typed in the last five minutes. */
  readonly freshPassword: boolean;
  /** Importance of its audit entry. */
  readonly audit?: string;
  /** stream: answered on the loop, and the reply is the first line of an event stream. */
  readonly thread: Thread;
  readonly maxBody: number;
  /** The request is in the query: always for GET, and for a POST that declares it. */
  readonly inQuery: boolean;
  /** The body may also be the text of its object as one JSON string. */
  readonly jsonString: boolean;
  /** A body without a query is a whole file, with this maximum of bytes; the query of each of its chunks. */
  readonly whole?: { readonly max: number; readonly query: string };
  readonly request: readonly Field[];
  /** Declaration of the request's first fields; they go into its struct. */
  readonly uses?: FieldSet;
  readonly reply: readonly Field[];
  /** The reply is a file instead of an envelope. */
  readonly isFile: boolean;
  /** Kind of the body. */
  readonly takes: 'json' | 'picture' | 'octets';
  /** Devices it needs: without any of them it is refused. Empty: none. */
  readonly devices: readonly string[];
  readonly errors: readonly ErrorEntry[];
  readonly at: Place;
}

export interface Group {
  readonly name: string;
  readonly summary: string;
}

export interface Model {
  readonly errors: readonly ErrorEntry[];
  /** In the order of execution. */
  readonly effects: readonly EffectEntry[];
  readonly formats: readonly FormatEntry[];
  readonly groups: readonly Group[];
  readonly enums: readonly EnumEntry[];
  readonly types: readonly TypeEntry[];
  readonly entities: readonly Entity[];
  readonly sets: readonly FieldSet[];
  /** Sorted by path, byte by byte, as the firmware's bisection needs. */
  readonly calls: readonly Call[];
  readonly pairs: readonly Pair[];
}

/** Numbers of a fixed count: inline in the struct of a page or an entity, without a count. */
export const isNumbers = (shape: Shape): shape is Shape & { readonly type: 'array' } =>
  shape.type === 'array' && shape.of.type === 'int' && shape.minItems === shape.maxItems;

/** Range of a type. 64 bits are limited to the exact integers of a JavaScript number. */
export const intRange: Readonly<Record<IntType, readonly [number, number]>> = {
  uint8: [0, 0xff],
  uint16: [0, 0xffff],
  uint32: [0, 0xffffffff],
  int32: [-0x80000000, 0x7fffffff],
  int64: [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
};

/** The enum whose words the access of a call names. */
export const accessEnum = 'FunctionGroup';

/** The enum of the optional devices. */
export const deviceEnum = 'Device';

/** Error of a call or a setting for a device that is not installed. */
export const unfittedError = 'not_fitted';

/** Error of a setting for a value that this version does not support yet. */
export const refusedError = 'no_server_links';

/** The enum of the languages, by their catalogues. */
export const languageEnum = 'Language';

/** The enum of the importance of audit entries, which calls name as `audit`. */
export const auditEnum = 'AuditImportance';

/** Importance of audit entries of settings pages. */
export const pageAudit = 'edit';

/** Errors of the decoder for a field or a body that is not as declared. */
export const decoderErrors = [
  'unknown_key',
  'wrong_type',
  'out_of_range',
  'bad_text',
  'duplicate_key',
  'bad_json',
  'super_needed',
  'upgrade_trial',
  'bad_format',
  'missing_parameter',
] as const;

/** Errors of the walker and the decoder; a specification without them does not build. */
export const builtinErrors = [
  ...decoderErrors,
  'system_error',
  'token_failed',
  'key_failed',
  'session_ended',
  'password_change_required',
  'password_needed',
  'forbidden',
  'body_too_large',
  'media_type',
  'upload_format',
  'upload_too_large',
  'no_such_call',
  'wrong_method',
  'busy',
  'https_only',
] as const;

/** Errors of every write of a pair; a specification with pairs needs them too. */
export const writeErrors = [
  'changed_meanwhile',
  'effect_failed',
  'storage_full',
  'busy',
  'out_of_range',
  'missing_parameter',
  'bad_format',
] as const;

export type BuiltinError = (typeof builtinErrors)[number];

export function errorNamed(model: Pick<Model, 'errors'>, name: BuiltinError): ErrorEntry {
  const entry = model.errors.find((e) => e.name === name);
  if (entry === undefined) {
    throw new Error(`the catalogue has no ${name}`);
  }
  return entry;
}
