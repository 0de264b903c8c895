/* Reads the specification files and checks what a schema cannot: references, ranges, uniqueness. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { makeSchemaCheck } from './check.ts';
import type { Context } from './context.ts';
import { checkEffectsUsed, resolveEffects } from './effects.ts';
import { longestObject } from './examples.ts';
import { resolveDevices, resolveFields } from './fields.ts';
import { resolveFormats } from './formats.ts';
import { type ParsedFile, parseFile, pointerTo } from './json.ts';
import { readLabels } from './labels.ts';
import {
  type Access,
  accessEnum,
  auditEnum,
  builtinErrors,
  type Call,
  type Entity,
  type EnumEntry,
  type ErrorEntry,
  type Field,
  type FieldSet,
  type Group,
  languageEnum,
  type Model,
  type Pair,
  type Subset,
  type TypeEntry,
  unfittedError,
} from './model.ts';
import { functionCase, snakeCase } from './names.ts';
import { resolvePairs } from './pairs.ts';
import { type Place, type Problem, SpecError } from './problem.ts';
import type { CallsFile, EffectsFile, ErrorsFile, FormatsFile, RawCall, RawEnum } from './raw.ts';
import { resolveEntities, resolveSets, resolveUse } from './sets.ts';
import { expandUses } from './uses.ts';

export interface Sources {
  /** The project's root: locations are reported relative to it, and `valuesFrom` starts there. */
  readonly root: string;
  /** Folder of the specification files. */
  readonly spec: string;
  /** Its JSON Schema. */
  readonly schema: string;
}

/** Characters of a query parameter: the decoder has 4096 bytes for one. */
const queryTextMax = 1000;

interface Loaded<T> {
  readonly parsed: ParsedFile;
  readonly raw: T;
}

/** Loads everything, or throws SpecError with every problem found. */
export function loadModel(sources: Sources): Model {
  const problems: Problem[] = [];
  const files = readFiles(sources, problems);
  if (problems.length > 0) {
    throw new SpecError(problems); /* what follows may rely on the form */
  }
  const model = resolve(sources, files, problems);
  if (problems.length > 0) {
    throw new SpecError(problems);
  }
  return model;
}

function readFiles(sources: Sources, problems: Problem[]): ParsedFile[] {
  const check = makeSchemaCheck(readFileSync(sources.schema, 'utf8'));
  const names = readdirSync(sources.spec)
    .filter((name) => name.endsWith('.json'))
    .sort();
  const files: ParsedFile[] = [];
  for (const name of names) {
    const path = join(sources.spec, name);
    try {
      const parsed = parseFile(relative(sources.root, path), readFileSync(path, 'utf8'));
      problems.push(...check(parsed));
      files.push(parsed);
    } catch (error) {
      if (!(error instanceof SpecError)) {
        throw error;
      }
      problems.push(...error.problems);
    }
  }
  return files;
}

function resolve(sources: Sources, files: readonly ParsedFile[], problems: Problem[]): Model {
  const report = (place: Place, text: string): void => {
    problems.push({ file: place.file, line: place.line, text });
  };
  const callFiles = expandUses(filesOf<CallsFile>(files, 'calls'), report);
  const errors = resolveErrors(sources, filesOf<ErrorsFile>(files, 'errors'), report);
  const effects = onlyOf<EffectsFile>(files, 'effects', report).flatMap(({ parsed, raw }) =>
    resolveEffects(parsed, raw, report),
  );
  const formats = onlyOf<FormatsFile>(files, 'formats', report).flatMap(({ parsed, raw }) =>
    resolveFormats(parsed, raw, report),
  );
  const enums = resolveEnums(sources, callFiles, report);
  const types = new Map<string, TypeEntry>();
  const shared = new Map<string, FieldSet>();
  const context: Context = { errors, effects, formats, enums, types, sets: shared, report };
  const entities = callFiles.flatMap(({ parsed, raw }) => resolveEntities(parsed, raw, context));
  share(entities, shared, report); /* sets may have fields of theirs */
  const sets = callFiles.flatMap(({ parsed, raw }) => resolveSets(parsed, raw, context));
  share(sets, shared, report);
  resolveTypes(callFiles, entities, types, context);
  const pairs = callFiles.flatMap(({ parsed, raw }) => resolvePairs(parsed, raw, context));
  const calls = [
    ...callFiles.flatMap((file) => resolveCalls(file, context)),
    ...pairs.flatMap(({ read, write }) => [read, write]),
  ];
  checkPaths(calls, report);
  checkNames(calls, enums, types, sets, report);
  checkPairs(pairs, types, report);
  checkEffectsUsed(effects, pairs, report);
  return {
    errors: [...errors.values()].sort((a, b) => a.code - b.code),
    effects,
    formats,
    groups: callFiles.map(({ raw }): Group => ({ name: raw.group, summary: raw.summary })),
    enums: [...enums.values()],
    types: [...types.values()],
    entities,
    sets,
    calls: calls.sort((a, b) => (a.path < b.path ? -1 : 1)),
    pairs,
  };
}

function share(sets: readonly FieldSet[], shared: Map<string, FieldSet>, report: Report): void {
  for (const set of sets) {
    if (shared.has(set.name)) {
      report(set.at, `'${set.name}' is declared twice`);
    }
    shared.set(set.name, set);
  }
}

/* The schema has checked their form, so the kind determines the type. */
const filesOf = <T>(files: readonly ParsedFile[], kind: string): Loaded<T>[] =>
  files
    .filter(({ value }) => (value as { kind?: unknown }).kind === kind)
    .map((parsed): Loaded<T> => ({ parsed, raw: parsed.value as unknown as T }));

/* The single file of a kind whose order matters. */
function onlyOf<T>(files: readonly ParsedFile[], kind: string, report: Report): Loaded<T>[] {
  const [first, ...others] = filesOf<T>(files, kind);
  for (const { parsed } of others) {
    report(placeIn(parsed, 'kind'), `the ${kind} are declared in ${first?.parsed.file} already`);
  }
  return first === undefined ? [] : [first];
}

type Report = Context['report'];

const placeIn = (parsed: ParsedFile, ...keys: string[]): Place => ({
  file: parsed.file,
  line: parsed.lineOf(keys.reduce<string>(pointerTo, '')),
});

function resolveErrors(
  sources: Sources,
  files: readonly Loaded<ErrorsFile>[],
  report: Report,
): Map<string, ErrorEntry> {
  const errors = new Map<string, ErrorEntry>();
  const byCode = new Map<number, string>();
  for (const { parsed, raw } of files) {
    for (const [name, { code, http, text }] of Object.entries(raw.errors)) {
      const place = placeIn(parsed, 'errors', name);
      const other = byCode.get(code);
      if (other !== undefined || errors.has(name)) {
        report(place, `error '${name}': ${errors.has(name) ? 'declared twice' : `code ${code} is that of '${other}'`}`);
        continue;
      }
      byCode.set(code, name);
      errors.set(name, { name, code, http, text });
    }
  }
  const place: Place = {
    file: files[0]?.parsed.file ?? relative(sources.root, sources.spec),
    line: files[0]?.parsed.lineOf('/errors') ?? 1,
  };
  for (const name of builtinErrors.filter((n) => !errors.has(n))) {
    report(place, `the catalogue lacks '${name}', which the decoder or the walker answers`);
  }
  return errors;
}

function resolveEnums(sources: Sources, files: readonly Loaded<CallsFile>[], report: Report): Map<string, EnumEntry> {
  const enums = new Map<string, EnumEntry>();
  for (const { parsed, raw } of files) {
    for (const [name, entry] of Object.entries(raw.enums ?? {})) {
      const place = placeIn(parsed, 'enums', name);
      if (enums.has(name)) {
        report(place, `enum '${name}' is declared twice`);
      }
      const values = enumValues(sources, name, entry, place, report);
      const subsets = subsetsOf(name, entry, values, place, report);
      const { fields: stands, imports = false, headings = {} } = entry;
      for (const value of Object.keys(headings).filter((one) => !imports || !values.includes(one))) {
        report(place, `'${value}' has headings and is no column of an imported file`);
      }
      const fields = stands === undefined ? {} : { fields: stands, imports, headings };
      enums.set(name, { name, group: raw.group, values, subsets, ...fields, summary: entry.summary });
    }
  }
  for (const { parsed, raw } of files) {
    for (const [name, { labels: prefix }] of Object.entries(raw.enums ?? {})) {
      const entry = enums.get(name);
      const languages = enums.get(languageEnum)?.values ?? [];
      if (entry !== undefined && prefix !== undefined) {
        const fault = (text: string): void => report(placeIn(parsed, 'enums', name), text);
        enums.set(name, { ...entry, labels: readLabels(sources.root, languages, entry, prefix, fault) });
      }
    }
  }
  return enums;
}

function enumValues(sources: Sources, name: string, entry: RawEnum, place: Place, report: Report): readonly string[] {
  if ((entry.values === undefined) === (entry.valuesFrom === undefined)) {
    report(place, `enum '${name}' must have one of 'values' and 'valuesFrom'`);
    return [];
  }
  if (entry.values !== undefined) {
    return entry.values;
  }
  const pattern = entry.valuesFrom ?? '';
  const folder = join(sources.root, dirname(pattern));
  const suffix = basename(pattern).slice(1);
  const values = existsSync(folder)
    ? readdirSync(folder)
        .filter((file) => file.endsWith(suffix))
        .map((file) => file.slice(0, -suffix.length))
        .sort()
    : [];
  if (values.length === 0) {
    report(place, `enum '${name}': no file matches ${pattern}`);
  }
  for (const value of values.filter((v) => !/^[A-Za-z][A-Za-z0-9_]*$/.test(v))) {
    report(place, `enum '${name}': '${value}' of ${pattern} is not a name`);
  }
  return values;
}

/* In C a subset is a mask. */
const subsetValuesMax = 64;

function subsetsOf(
  name: string,
  entry: RawEnum,
  values: readonly string[],
  place: Place,
  report: Report,
): readonly Subset[] {
  const subsets = Object.entries(entry.subsets ?? {}).map(([subset, chosen]) => ({ name: subset, values: chosen }));
  if (subsets.length > 0 && values.length > subsetValuesMax) {
    report(place, `enum '${name}': one with subsets has at most ${subsetValuesMax} values`);
  }
  for (const { name: subset, values: chosen } of subsets) {
    for (const value of chosen.filter((one) => !values.includes(one))) {
      report(place, `enum '${name}': '${value}' of its subset '${subset}' is none of its values`);
    }
  }
  return subsets;
}

/* A type may use types declared before or after it, but not itself: resolved depth first. */
function resolveTypes(
  files: readonly Loaded<CallsFile>[],
  entities: readonly Entity[],
  types: Map<string, TypeEntry>,
  context: Context,
): void {
  const declared = new Map<string, () => void>();
  const running = new Set<string>();
  for (const { parsed, raw } of files) {
    for (const { name, type } of entities.filter(({ group }) => group === raw.group)) {
      declared.set(name, () => types.set(name, type));
    }
    for (const [name, entry] of Object.entries(raw.types ?? {})) {
      const at = placeIn(parsed, 'types', name);
      if (declared.has(name)) {
        context.report(at, `type '${name}' is declared twice`);
        continue;
      }
      declared.set(name, () => {
        if (types.has(name)) {
          return;
        }
        if (running.has(name)) {
          context.report(at, `type '${name}' contains itself`);
          return;
        }
        running.add(name);
        for (const used of typesUsed(entry.fields)) {
          declared.get(used)?.();
        }
        const fields = resolveFields(parsed, ['types', name, 'fields'], entry.fields, context);
        const changes = entry.from === undefined ? {} : { changes: entry.from };
        types.set(name, { name, group: raw.group, summary: entry.summary, fields, entity: false, ...changes, at });
      });
    }
  }
  for (const declare of declared.values()) {
    declare();
  }
}

function typesUsed(fields: CallsFile['calls'][string]['request']): string[] {
  return Object.values(fields).flatMap((field) => {
    const shape = field.type === 'array' && typeof field.of === 'object' ? field.of : field;
    return shape.type === 'object' && typeof shape.of === 'string' ? [shape.of] : [];
  });
}

function resolveCalls({ parsed, raw }: Loaded<CallsFile>, context: Context): Call[] {
  return Object.entries(raw.calls).map(([name, call]): Call => {
    const at = placeIn(parsed, 'calls', name);
    const own = resolveFields(parsed, ['calls', name, 'request'], call.request, context);
    const { fields, ...use } = resolveUse(parsed, name, call, own, context);
    const request = [...fields, ...own];
    const reply = resolveFields(parsed, ['calls', name, 'reply'], call.reply === 'file' ? {} : call.reply, context);
    const inQuery = call.method === 'GET' || call.query === true;
    checkDirections(request, reply, inQuery, context.report);
    if (call.method === 'POST' && call.maxBody === undefined) {
      context.report(at, `call '${name}' is a POST without 'maxBody'`);
    }
    /* Inside a string each quote takes two bytes. */
    const longest = longestObject(request) * (call.jsonString === true ? 2 : 1);
    if (!inQuery && (call.maxBody ?? 0) < longest) {
      const place = placeIn(parsed, 'calls', name, 'maxBody');
      context.report(place, `call '${name}': a valid request can have ${longest} octets, more than maxBody`);
    }
    if (call.takes !== undefined && call.query !== true) {
      context.report(placeIn(parsed, 'calls', name, 'takes'), `call '${name}' has no room in its body for its request`);
    }
    if (call.jsonString === true && (inQuery || request.length === 0)) {
      context.report(placeIn(parsed, 'calls', name, 'jsonString'), `call '${name}' has no body to be a JSON string`);
    }
    if (call.method === 'GET' && call.maxBody !== undefined) {
      context.report(placeIn(parsed, 'calls', name, 'maxBody'), `call '${name}' is a GET, which has no body`);
    }
    return {
      name,
      group: raw.group,
      path: call.path ?? `/goform/${name}`,
      method: call.method,
      summary: call.summary,
      access: resolveAccess(placeIn(parsed, 'calls', name, 'access'), name, call, context),
      firstPassword: call.firstPassword ?? false,
      freshPassword: call.freshPassword ?? false,
      ...resolveAudit(placeIn(parsed, 'calls', name, 'audit'), name, call, context),
      thread: call.thread,
      maxBody: call.maxBody ?? 0,
      inQuery,
      jsonString: call.jsonString ?? false,
      request,
      ...use,
      reply,
      isFile: call.reply === 'file',
      takes: call.takes ?? 'json',
      ...(call.whole === undefined ? {} : { whole: call.whole }),
      devices: resolveDevices(call.devices ?? [], context, (text) =>
        context.report(placeIn(parsed, 'calls', name, 'devices'), `call '${name}': ${text}`),
      ),
      errors: resolveCallErrors(placeIn(parsed, 'calls', name, 'errors'), name, call, context),
      at,
    };
  });
}

function resolveAudit(place: Place, name: string, call: RawCall, context: Context): Pick<Call, 'audit'> {
  if (call.audit === undefined) {
    return {};
  }
  if (!context.enums.get(auditEnum)?.values.includes(call.audit)) {
    context.report(place, `call '${name}': the enum ${auditEnum} has no value '${call.audit}'`);
  }
  return { audit: call.audit };
}

function resolveAccess(place: Place, name: string, call: RawCall, context: Context): Access {
  if (typeof call.access === 'string') {
    return { kind: call.access };
  }
  const { group, right, orSuper } = call.access;
  if (!context.enums.get(accessEnum)?.values.includes(group)) {
    context.report(place, `call '${name}': the enum ${accessEnum} has no group '${group}'`);
  }
  return { kind: right, group, ...(orSuper === undefined ? {} : { orSuper }) };
}

function resolveCallErrors(place: Place, name: string, call: RawCall, context: Context): ErrorEntry[] {
  const names = new Set([...call.errors, ...(call.devices === undefined ? [] : [unfittedError])]);
  return [...names].flatMap((error) => {
    const entry = context.errors.get(error);
    if (entry === undefined) {
      context.report(place, `call '${name}': the catalogue has no error '${error}'`);
      return [];
    }
    return [entry];
  });
}

/* Parts allowed in a request but not in a reply, and parts not possible in a query string. */
function checkDirections(request: readonly Field[], reply: readonly Field[], inQuery: boolean, report: Report): void {
  for (const field of request.filter((f) => inQuery && ['array', 'object'].includes(f.shape.type))) {
    report(field.at, `'${field.name}': a query string cannot carry an ${field.shape.type}`);
  }
  for (const { at, name, shape } of request) {
    if (inQuery && shape.type === 'string' && shape.max > queryTextMax) {
      report(at, `'${name}': text of a query string has at most ${queryTextMax} characters`);
    }
  }
  for (const field of request.filter((f) => f.name === '_t')) {
    report(field.at, `'_t' is the time stamp that every call carries`);
  }
  checkReply(reply, report, new Set());
}

function checkReply(fields: readonly Field[], report: Report, seen: Set<TypeEntry>): void {
  for (const field of fields) {
    if (field.optional || field.default !== undefined || field.code !== undefined || field.emptyCode !== undefined) {
      report(field.at, `'${field.name}': 'optional', 'default', 'code' and 'emptyCode' are for requests`);
    }
    const inner = field.shape.type === 'array' ? field.shape.of : field.shape;
    if (inner.type === 'object' && !seen.has(inner.of)) {
      seen.add(inner.of);
      checkReply(inner.of.fields, report, seen);
    }
  }
}

function checkPaths(calls: readonly Call[], report: Report): void {
  const paths = new Map<string, Call>();
  for (const call of calls) {
    const other = paths.get(call.path);
    if (other !== undefined) {
      report(
        call.at,
        `call '${call.name}' has the path ${call.path} of '${other.name}' (${other.at.file}:${other.at.line})`,
      );
    }
    paths.set(call.path, call);
  }
}

/* Two names that are equal in C or TypeScript would otherwise be found only by the compilers, without a line of the file. */
function checkNames(
  calls: readonly Call[],
  enums: ReadonlyMap<string, EnumEntry>,
  types: ReadonlyMap<string, TypeEntry>,
  sets: readonly FieldSet[],
  report: Report,
): void {
  const snakes = new Map<string, Call>();
  for (const call of calls) {
    const other = snakes.get(snakeCase(call.name));
    if (other !== undefined && other.path !== call.path) {
      report(call.at, `calls '${call.name}' and '${other.name}' have one name in C`);
    }
    snakes.set(snakeCase(call.name), call);
  }
  const taken = new Set([...enums.keys()].map((name) => snakeCase(name)));
  for (const type of types.values()) {
    if (taken.has(snakeCase(type.name))) {
      report(type.at, `type '${type.name}' has the name of another type or enum in C`);
    }
    taken.add(snakeCase(type.name));
  }
  for (const set of sets) {
    if (taken.has(snakeCase(set.name))) {
      report(set.at, `set '${set.name}' has the name of a type or enum in C`);
    }
    taken.add(snakeCase(set.name));
  }
  const functions = new Set(calls.map((call) => functionCase(call.name)));
  for (const type of types.values()) {
    if (functions.has(functionCase(type.name))) {
      report(type.at, `type '${type.name}' has the name of a call in TypeScript`);
    }
  }
}

function checkPairs(pairs: readonly Pair[], types: ReadonlyMap<string, TypeEntry>, report: Report): void {
  const names = new Set<string>([...types.keys()].map(functionCase));
  for (const { name, at, state, read } of pairs) {
    if (names.has(functionCase(name))) {
      report(at, `pair '${name}' has the name of another pair or type in TypeScript`);
    }
    names.add(functionCase(name));
    if (state !== undefined) {
      checkReply(read.reply, report, new Set());
    }
  }
}
