/** Values of a page of settings: stored, edited, and their differences. Pure; makes no calls. */
import type { SettingField as Field, SettingsPage, SettingsReadReply } from '@gen/runtime.ts';

/** A page as stored in the terminal. */
export interface Stored<Values extends object, State> {
  readonly revision: number;
  /** Every setting; a secret, which cannot be read, is ''. */
  readonly values: Values;
  /** Names of the secrets that are set. */
  readonly secrets: ReadonlySet<string>;
  readonly state: State;
}

const hasName = (secret: string): string => `has${secret.charAt(0).toUpperCase()}${secret.slice(1)}`;

export function isSecret(field: Field): boolean {
  return field.kind === 'text' && field.secret;
}

/** Parses the flat reply of a pair. */
export function storedOf<Values extends object, State, Act extends object>(
  page: SettingsPage<Values, State, Act>,
  reply: SettingsReadReply,
): Stored<Values, State> {
  const members = reply as unknown as Readonly<Record<string, unknown>>;
  const secrets = new Set<string>();
  const values: Record<string, unknown> = {};
  for (const field of page.fields) {
    values[field.name] = isSecret(field) ? '' : members[field.name];
    if (isSecret(field) && members[hasName(field.name)] === true) secrets.add(field.name);
  }
  return {
    revision: reply.revision,
    values: values as Values,
    secrets,
    state: members['state'] as State,
  };
}

/** Whether two values of a setting are equal; flags have no order. */
export function isSame(field: Field, a: unknown, b: unknown): boolean {
  if (!Array.isArray(a) || !Array.isArray(b)) return Object.is(a, b);
  if (a.length !== b.length) return false;
  return field.kind === 'flags' ? a.every((one) => b.includes(one)) : a.every((one, index) => Object.is(one, b[index]));
}

/** Edits by name. A secret without an entry stays unchanged; '' removes it. */
export type Edits<Values extends object> = Partial<Values>;

/** Edits that differ from the stored values. */
export function effectiveEdits<Values extends object, State>(
  fields: readonly Field[],
  stored: Stored<Values, State>,
  edits: Edits<Values>,
): Edits<Values> {
  const base = stored.values as Readonly<Record<string, unknown>>;
  const kept = Object.entries(edits).filter(([name, value]) => {
    const field = fields.find((one) => one.name === name);
    if (!field || value === undefined) return false;
    if (isSecret(field)) return value !== '' || stored.secrets.has(name);
    return !isSame(field, base[name], value);
  });
  return Object.fromEntries(kept) as Edits<Values>;
}

/** The page after a successful save, without reading it again. */
export function withEdits<Values extends object, State>(
  fields: readonly Field[],
  stored: Stored<Values, State>,
  edits: Edits<Values>,
  revision: number,
): Stored<Values, State> {
  const secrets = new Set(stored.secrets);
  const values = { ...stored.values } as Record<string, unknown>;
  for (const [name, value] of Object.entries(edits)) {
    const field = fields.find((one) => one.name === name);
    if (!field) continue;
    if (!isSecret(field)) values[name] = value;
    else if (value === '') secrets.delete(name);
    else secrets.add(name);
  }
  return { ...stored, revision, secrets, values: values as Values };
}

/** A setting that somebody else changed while it was edited here. */
export interface Foreign<Name extends string = string> {
  readonly name: Name;
  /** Value when the page was read, and current value. */
  readonly before: unknown;
  readonly theirs: unknown;
  /** Value edited here, undefined if none. */
  readonly mine: unknown;
  /** The other administrator set or removed the secret; its value cannot be read. */
  readonly secret: boolean;
}

/** Differences between the base of the page and the stored values. A replaced secret cannot be detected. */
export function foreignChanges<Values extends object, State>(
  fields: readonly Field<keyof Values & string>[],
  base: Stored<Values, State>,
  now: Stored<Values, State>,
  edits: Edits<Values>,
): Foreign<keyof Values & string>[] {
  return fields.flatMap((field): Foreign<keyof Values & string>[] => {
    const { name } = field;
    const mine: unknown = edits[name];
    if (isSecret(field)) {
      const before = base.secrets.has(name);
      const theirs = now.secrets.has(name);
      return before === theirs ? [] : [{ name, before, theirs, mine, secret: true }];
    }
    const before: unknown = base.values[name];
    const theirs: unknown = now.values[name];
    return isSame(field, before, theirs) ? [] : [{ name, before, theirs, mine, secret: false }];
  });
}

/** Effects of saving these edits, without duplicates. */
export function effectsOf<Values extends object>(fields: readonly Field[], edits: Edits<Values>): ReadonlySet<string> {
  return new Set(fields.filter(({ name }) => name in edits).flatMap(({ effects }) => effects));
}
