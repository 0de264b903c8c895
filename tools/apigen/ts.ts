/* TypeScript: the modules of the groups, and common modules. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Model, Setting } from './model.ts';
import { camelCase, functionCase } from './names.ts';
import { note, quote, stem } from './ts_declare.ts';
import { groupModule, reExports, writeParts } from './ts_parts.ts';

function errorsModule(model: Model): string {
  return [
    note,
    '',
    '/** Codes of the catalogue by name. */',
    'export const ErrorCode = {',
    ...model.errors.map((e) => `  ${camelCase(e.name)}: ${e.code},`),
    '} as const;',
    'export type ErrorCode = (typeof ErrorCode)[keyof typeof ErrorCode];',
    '',
    '/** Key of the text of a code in the catalogues of languages. */',
    `export type ErrorTextKey = \`error.\${ErrorCode}\`;`,
    '',
    '/** English text of each code, as the specification has it. */',
    'export const errorTexts: Readonly<Record<ErrorCode, string>> = {',
    ...model.errors.map((e) => `  ${e.code}: ${quote(e.text)},`),
    '};',
    '',
  ].join('\n');
}

/** Type of any setting's value, for code over several pages: a page's own module has the types of its settings. */
function settingKindsModule(model: Model): string {
  const kindOf = ({ name, shape, secret }: Setting): string => {
    const known = shape.type === 'enum' || shape.type === 'flags' ? [`enum: ${quote(shape.enum.name)}`] : [];
    const unit = shape.unit === undefined ? [] : [`unit: ${quote(shape.unit)}`];
    const secrecy = secret ? ['secret: true'] : [];
    const parts = [`kind: ${quote(shape.type)}`, ...known, ...unit, ...secrecy];
    return `    ${name}: { ${parts.join(', ')} },`;
  };
  return [
    note,
    '',
    'export interface SettingKind {',
    '  readonly kind: string;',
    '  readonly enum?: string;',
    '  readonly unit?: string;',
    '  readonly secret?: true;',
    '}',
    '',
    '/** Every setting by its pair and name. */',
    'export const settingKinds: Readonly<Record<string, Readonly<Record<string, SettingKind>>>> = {',
    ...model.pairs.flatMap((pair) => [`  ${pair.name}: {`, ...pair.settings.map(kindOf), '  },']),
    '};',
    '',
  ].join('\n');
}

/** Files of the folder ts/. */
export function writeTypeScript(model: Model): [string, string][] {
  const modules = model.groups.map((group) => group.name);
  const part = (name: string): string =>
    readFileSync(fileURLToPath(new URL(`./runtime/${name}.ts`, import.meta.url)), 'utf8');
  const all = [
    note,
    ...modules.map((group) => {
      const names = [
        ...model.calls.filter((c) => c.group === group).map((c) => `${stem(c)}Call`),
        ...model.pairs.filter((p) => p.group === group).map((p) => functionCase(p.name)),
      ];
      return `import { ${names.join(', ')} } from './${group}.ts';`;
    }),
    '',
    '/** Every call by name: for tests and tools. A page imports the calls it makes. */',
    'export const calls = {',
    ...model.calls.map((c) => `  ${c.name}: ${stem(c)}Call,`),
    '} as const;',
    '',
    '/** Every page of settings by the name of its pair: for tests and tools. */',
    'export const pages = {',
    ...model.pairs.map((p) => `  ${p.name}: ${functionCase(p.name)},`),
    '} as const;',
    '',
  ].join('\n');
  return [
    ...modules.map((group): [string, string] => [`${group}.ts`, groupModule(model, group)]),
    ...writeParts(model).map(([name, text]): [string, string] => [`parts/${name}`, text]),
    ['runtime.ts', part('runtime')],
    ['formats.ts', part('formats')],
    ['errors.ts', errorsModule(model)],
    ['settingKinds.ts', settingKindsModule(model)],
    ['all.ts', all],
    ['contract.ts', reExports(['errors', 'runtime', ...modules].map((name) => `./${name}.ts`))],
  ];
}
