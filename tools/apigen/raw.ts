/* Specification files as written. The schema has checked their form before anything is read through
 * these types. */

import type { DefaultValue, EnumFields, FieldsOf, FormatEntry, Pending, Thread, Uses } from './model.ts';

export interface RawField {
  readonly type: string;
  /** A string of digits only for a decimal. */
  readonly min?: number | string;
  readonly max?: number | string;
  readonly step?: number;
  readonly unit?: string;
  readonly format?: string;
  readonly random?: 'digits6';
  readonly effect?: readonly string[];
  readonly since?: string;
  readonly alsoWrite?: readonly string[];
  readonly pending?: Pending;
  readonly refused?: true | string;
  readonly devices?: readonly string[];
  readonly allowEmpty?: boolean;
  readonly secret?: boolean;
  readonly optional?: boolean;
  readonly default?: DefaultValue;
  readonly code?: string;
  readonly emptyCode?: string;
  readonly enum?: string;
  readonly of?: string | RawField;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly summary?: string;
  readonly uses?: Uses;
}

export interface RawCall {
  readonly method: 'GET' | 'POST';
  readonly path?: string;
  readonly summary: string;
  readonly access:
    | 'none'
    | 'open'
    | 'session'
    | 'super'
    | { readonly group: string; readonly right: 'read' | 'write'; readonly orSuper?: boolean };
  readonly firstPassword?: boolean;
  readonly freshPassword?: boolean;
  /** Importance of the audit entry it leaves, a value of `AuditImportance`. */
  readonly audit?: string;
  readonly thread: Thread;
  readonly maxBody?: number;
  readonly query?: true;
  /** The body may be the text of its object as one JSON string. */
  readonly jsonString?: true;
  /** Entity or set whose fields it has besides its own. */
  readonly use?: string;
  /** Fields of the entity or set that it omits. */
  readonly without?: readonly string[];
  readonly request: Readonly<Record<string, RawField>>;
  /** Kind of the body, if it is not JSON. */
  readonly takes?: 'picture' | 'octets';
  /** Of a chunked upload: maximum size of one body with the whole file, and the query of each chunk. */
  readonly whole?: { readonly max: number; readonly query: string };
  /** Its fields, or a file. */
  readonly reply: Readonly<Record<string, RawField>> | 'file';
  /** Devices it needs, by the enum `Device`: without any of them it is refused. */
  readonly devices?: readonly string[];
  readonly errors: readonly string[];
}

export interface RawPair {
  readonly summary: string;
  readonly group: string;
  /** The devices of its settings that name none. */
  readonly devices?: readonly string[];
  readonly provisional?: boolean;
  readonly check?: boolean;
  readonly settings: Readonly<Record<string, RawField>>;
  readonly act?: Readonly<Record<string, RawField>>;
  readonly sure?: RawField;
  readonly state?: string;
  readonly errors: readonly string[];
}

export interface RawEnum {
  readonly values?: readonly string[];
  readonly valuesFrom?: string;
  readonly subsets?: Readonly<Record<string, readonly string[]>>;
  readonly labels?: 'enum' | 'file';
  /** Of columns of an imported file: headings for values that are not fields. */
  readonly headings?: Readonly<Record<string, readonly string[]>>;
  readonly summary: string;
  /** Written by expandUses(). */
  readonly fields?: EnumFields;
  readonly imports?: boolean;
}

export interface RawSet {
  readonly summary: string;
  readonly fields: Readonly<Record<string, RawField>>;
  /** Written by expandUses(): which of the fields are those of an entity. */
  readonly from?: FieldsOf;
}

export interface RawEntity extends RawSet {
  readonly key: string;
  readonly revision?: string;
  readonly internal?: Readonly<Record<string, RawField>>;
}

export interface CallsFile {
  readonly group: string;
  readonly summary: string;
  readonly enums?: Readonly<Record<string, RawEnum>>;
  readonly types?: Readonly<Record<string, RawSet>>;
  readonly entities?: Readonly<Record<string, RawEntity>>;
  readonly sets?: Readonly<Record<string, RawSet>>;
  readonly pairs?: Readonly<Record<string, RawPair>>;
  readonly calls: Readonly<Record<string, RawCall>>;
}

export interface ErrorsFile {
  readonly errors: Readonly<Record<string, { readonly code: number; readonly http: number; readonly text: string }>>;
}

export interface EffectsFile {
  readonly effects: Readonly<Record<string, { readonly summary: string }>>;
}

type Defaulted = 'lines' | 'fill' | 'fillMax';

export interface FormatsFile {
  readonly formats: Readonly<
    Record<string, Omit<FormatEntry, 'name' | Defaulted> & Partial<Pick<FormatEntry, Defaulted>>>
  >;
}
