/* Specification files as they are written. Their form was checked by the schema before anything is read through
 * these types. */

import type { DefaultValue, EnumFields, FieldsOf, FormatEntry, Pending, Thread, Uses } from './model.ts';

export interface RawField {
  readonly type: string;
  readonly min?: number;
  readonly max?: number;
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
  /** Entity or set whose fields it has beside its own. */
  readonly use?: string;
  /** Fields of that which it has not. */
  readonly without?: readonly string[];
  readonly request: Readonly<Record<string, RawField>>;
  /** What the body is, where it is no JSON. */
  readonly takes?: 'picture' | 'octets';
  /** Of a file that is taken in pieces: the most that one body with all of it has, and what each piece is sent with. */
  readonly whole?: { readonly max: number; readonly query: string };
  /** Its fields, or a file. */
  readonly reply: Readonly<Record<string, RawField>> | 'file';
  /** Devices that it is about, by the enum `Device`: without one of them it is refused. */
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
  /** Of columns of an imported file: headings that mean a value that is no field. */
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
