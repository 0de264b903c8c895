/* The declarations of the TypeScript, each with its dependencies. They are written twice: a module for each group, for
 * the compiler and the tests, and a module for each declaration, of which a bundle includes those that a page uses. */
import { typesOf } from './c_header.ts';
import type { Direction } from './c_names.ts';
import type { Call, Entity, EnumEntry, Field, Model, Pair, TypeEntry } from './model.ts';
import { functionCase } from './names.ts';
import {
  callDeclaration,
  entityFields,
  enumeration,
  note,
  pairDeclaration,
  schemaOf,
  stem,
  typeDeclaration,
  wordsOf,
} from './ts_declare.ts';

/** One declaration, in a module of its own: parts/<group>/<name>.ts. */
export interface Part {
  readonly group: string;
  readonly name: string;
  readonly lines: readonly string[];
  readonly needs: readonly Need[];
}

/** Names of another declaration. */
interface Need {
  readonly group: string;
  readonly part: string;
  readonly names: readonly string[];
}

const typePart = ({ name }: TypeEntry): string => `${functionCase(name)}Type`;

const needOfEnum = (entry: EnumEntry): Need => ({
  group: entry.group,
  part: wordsOf(entry),
  names: [`type ${entry.name}`, wordsOf(entry)],
});

const needOfType = (type: TypeEntry, names: readonly string[] = []): Need => ({
  group: type.group,
  part: typePart(type),
  names: [`type ${type.name}`, ...names],
});

/** Dependencies of fields with their types and validators. */
const needsOf = (fields: readonly Field[], direction: Direction): Need[] =>
  fields.flatMap(({ shape }) => {
    const inner = shape.type === 'array' ? shape.of : shape;
    if (inner.type === 'object') return [needOfType(inner.of, [schemaOf(inner.of, direction)])];
    return inner.type === 'enum' || inner.type === 'flags' ? [needOfEnum(inner.enum)] : [];
  });

const isType = (name: string): boolean => name.startsWith('type ');

/** Dependencies of fields by their types only. */
const needsOfTypes = (fields: readonly Field[]): Need[] =>
  needsOf(fields, 'reply').map((need) => ({ ...need, names: need.names.filter(isType) }));

/** Dependencies of fields by their words only. */
const needsOfWords = (fields: readonly Field[]): Need[] =>
  needsOf(fields, 'reply').map((need) => ({ ...need, names: need.names.filter((name) => !isType(name)) }));

const enumPart = (entry: EnumEntry): Part => ({
  group: entry.group,
  name: wordsOf(entry),
  lines: enumeration(entry),
  needs: [],
});

const partOfType = (type: TypeEntry, model: Model): Part => ({
  group: type.group,
  name: typePart(type),
  lines: typeDeclaration(type, model),
  needs: directionsOf(type, model).flatMap((direction) => needsOf(type.fields, direction)),
});

const directionsOf = (type: TypeEntry, model: Model): Direction[] =>
  (['request', 'reply'] as const).filter((direction) => typesOf(model, direction).includes(type));

const entityPart = (entity: Entity): Part => ({
  group: entity.group,
  name: `${functionCase(entity.name)}Fields`,
  lines: entityFields(entity),
  needs: needsOfWords(entity.fields),
});

const callPart = (call: Call): Part => ({
  group: call.group,
  name: `${stem(call)}Call`,
  lines: callDeclaration(call),
  needs: (['request', 'reply'] as const).flatMap((direction) => needsOf(call[direction], direction)),
});

const pairPart = (pair: Pair): Part => ({
  group: pair.group,
  name: `${functionCase(pair.name)}Page`,
  lines: pairDeclaration(pair),
  needs: [
    ...needsOf(pair.settings, 'reply'),
    ...needsOfTypes([...pair.act, ...pair.sure]),
    ...(pair.state === undefined ? [] : [needOfType(pair.state)]),
    ...[pair.read, pair.write].map((call): Need => {
      const name = `${stem(call)}Call`;
      return { group: call.group, part: name, names: [name] };
    }),
  ],
});

/* Types contained in a type come before it: validators are constants. */
const orderedTypes = (model: Model): TypeEntry[] => [
  ...new Set([...typesOf(model, 'request'), ...typesOf(model, 'reply')]),
];

/** All declarations of a group, each after its dependencies. */
export function partsOf(model: Model, group: string): Part[] {
  return [
    ...model.enums.map(enumPart),
    ...orderedTypes(model).map((type) => partOfType(type, model)),
    ...model.entities.map(entityPart),
    ...model.calls.map(callPart),
    ...model.pairs.map(pairPart),
  ].filter((part) => part.group === group);
}

/** Import lines of a module with these declarations. `moduleOf` returns the module of another declaration, '' for this module. */
function importsOf(parts: readonly Part[], moduleOf: (need: Need) => string): string[] {
  const names = new Map<string, string[]>();
  for (const need of parts.flatMap(({ needs }) => needs)) {
    const from = moduleOf(need);
    if (from !== '') names.set(from, [...(names.get(from) ?? []), ...need.names]);
  }
  return [...names]
    .filter(([, of]) => of.length > 0)
    .map(([from, of]) => `import { ${[...new Set(of)].sort().join(', ')} } from '${from}';`);
}

/* Only used names: the strict compiler refuses the rest. */
function runtimeImport(body: string, runtime: string): string[] {
  const values = [
    'date',
    'decimal',
    'fileReply',
    'flags',
    'integer',
    'list',
    'perform',
    'replyObject',
    'requestObject',
    'text',
    'truth',
    'word',
  ];
  const used = [
    ...['Call', 'CallOptions', 'FileReply', 'Nothing', 'SettingsPage']
      .filter((name) => new RegExp(`\\b${name}\\b`).test(body))
      .map((n) => `type ${n}`),
    ...values.filter((name) => new RegExp(`\\b${name}\\(`).test(body)),
  ];
  return used.length === 0 ? [] : [`import { ${used.join(', ')} } from '${runtime}';`];
}

function moduleText(parts: readonly Part[], runtime: string, moduleOf: (need: Need) => string): string {
  const body = parts.flatMap(({ lines }) => lines).join('\n');
  const valibot = body.includes('v.exactOptional(') ? ["import * as v from 'valibot';"] : [];
  return [note, ...valibot, ...importsOf(parts, moduleOf), ...runtimeImport(body, runtime), '', body].join('\n');
}

/** The module of a group, with all of its declarations. */
export const groupModule = (model: Model, group: string): string =>
  moduleText(partsOf(model, group), './runtime.ts', (need) => (need.group === group ? '' : `./${need.group}.ts`));

const partModule = (part: Part): string =>
  moduleText([part], '../../runtime.ts', (need) => `../${need.group}/${need.part}.ts`);

const filesOf = (parts: readonly Part[]): string[] => parts.map(({ group, name }) => `./${group}/${name}.ts`);

/** A module that only re-exports other modules. */
export const reExports = (files: readonly string[]): string =>
  [note, ...files.map((file) => `export * from '${file}';`), ''].join('\n');

/** Files of the folder parts/: a module for each declaration, and one for each group that exports its declarations. every.ts
 * imports them all and exports nothing. */
export function writeParts(model: Model): [string, string][] {
  const groups = model.groups.map(({ name }) => ({ name, parts: partsOf(model, name) }));
  const all = groups.flatMap(({ parts }) => parts);
  return [
    ...all.map((part): [string, string] => [`${part.group}/${part.name}.ts`, partModule(part)]),
    ...groups.map(({ name, parts }): [string, string] => [`${name}.ts`, reExports(filesOf(parts))]),
    ['contract.ts', reExports(['../errors.ts', '../runtime.ts', ...filesOf(all)])],
    ['every.ts', [note, ...filesOf(all).map((file) => `import '${file}';`), ''].join('\n')],
  ];
}
