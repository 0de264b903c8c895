/** Words of settings: every setting that is declared has a label, every value of its enumeration a word, and no other has. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const LABEL = 'setting.';
const WORD = 'enum.';
const HELP = '.help';
const FIELD = 'field.';

interface Shape {
  readonly enum?: string;
  readonly of?: Shape;
}

interface SpecFile {
  /** Values that stand elsewhere are named there: languages, by their catalogues. */
  readonly enums?: Readonly<Record<string, { readonly values?: readonly string[] }>>;
  readonly entities?: Readonly<Record<string, { readonly fields: Readonly<Record<string, Shape>> }>>;
  readonly pairs?: Readonly<Record<string, { readonly settings: Readonly<Record<string, Shape>> }>>;
}

export interface SettingWords {
  /** Keys that have to be there. */
  readonly demanded: ReadonlySet<string>;
  /** Keys that may be there as well: helps, words of enumerations that only states use, labels of an entity's fields. */
  readonly allowed: ReadonlySet<string>;
}

/** Reads the contract's spec files. */
export function readSettingWords(folder: string): SettingWords {
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as SpecFile);
  return settingWords(files);
}

export function settingWords(files: readonly SpecFile[]): SettingWords {
  const demanded = new Set<string>();
  const allowed = new Set<string>();
  const used = new Set<string>();
  for (const [pair, { settings }] of files.flatMap(({ pairs = {} }) => Object.entries(pairs))) {
    for (const [name, shape] of Object.entries(settings)) {
      demanded.add(`${LABEL}${pair}.${name}`);
      allowed.add(`${LABEL}${pair}.${name}${HELP}`);
      const enumeration = shape.enum ?? shape.of?.enum;
      if (enumeration !== undefined) used.add(enumeration);
    }
  }
  for (const [entity, { fields }] of files.flatMap(({ entities = {} }) => Object.entries(entities))) {
    for (const name of Object.keys(fields)) allowed.add(`${FIELD}${entity}.${name}`);
  }
  for (const [name, { values = [] }] of files.flatMap(({ enums = {} }) => Object.entries(enums))) {
    const words = used.has(name) ? demanded : allowed;
    for (const value of values) words.add(`${WORD}${name}.${value}`);
  }
  return { demanded, allowed };
}

/** Problems between the keys there are and those that the contract asks for. */
export function checkSettings(keys: readonly string[], { demanded, allowed }: SettingWords): string[] {
  const there = new Set(keys);
  const missing = [...demanded].filter((key) => !there.has(key)).map((key) => `${key} is missing: the contract has it`);
  const stale = keys.filter(
    (key) =>
      (key.startsWith(LABEL) || key.startsWith(WORD) || key.startsWith(FIELD)) &&
      !demanded.has(key) &&
      !allowed.has(key),
  );
  return [...missing, ...stale.map((key) => `${key} is stale: not in the contract`)];
}
