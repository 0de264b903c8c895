/* The uses of a field of an entity are declared with it (`uses`). The specification refers to all fields with a use at once: an
 * enumeration by a value `User.export`, a set, a type or a call by a field of type `fields`. This module expands these into single values and
 * fields, before anything else reads them. */
import { type ParsedFile, pointerTo } from './json.ts';
import type { Uses } from './model.ts';
import type { Place } from './problem.ts';
import type { CallsFile, RawCall, RawEnum, RawField, RawSet } from './raw.ts';

interface Loaded {
  readonly parsed: ParsedFile;
  readonly raw: CallsFile;
}

type Report = (place: Place, text: string) => void;
type Fields = Readonly<Record<string, RawField>>;

/** Forms in which a use can be referenced. */
const names = [
  'list',
  'sort',
  'filter',
  'search',
  'export',
  'import',
  'edit',
  'report',
] as const satisfies (keyof Uses)[];

interface Found {
  readonly entity: string;
  readonly fields: readonly (readonly [string, RawField])[];
}

class Expansion {
  readonly #entities: ReadonlyMap<string, Fields>;
  readonly #report: Report;

  constructor(files: readonly Loaded[], report: Report) {
    this.#entities = new Map(
      files.flatMap(({ raw }) =>
        Object.entries(raw.entities ?? {}).map(([name, { fields }]) => [name, fields] as const),
      ),
    );
    this.#report = report;
  }

  /** The fields referenced by `User.export`. */
  find(wanted: string, at: Place): Found {
    const [entity = '', word] = wanted.split('.');
    const use = names.find((name) => name === word);
    const fields = this.#entities.get(entity);
    if (use === undefined || fields === undefined) {
      this.#report(at, `'${wanted}' names no entity and one of ${names.join(', ')}`);
      return { entity, fields: [] };
    }
    return { entity, fields: Object.entries(fields).filter(([, field]) => field.uses?.[use] !== undefined) };
  }
}

const placeOf = (parsed: ParsedFile, ...path: readonly string[]): Place => ({
  file: parsed.file,
  line: parsed.lineOf(path.reduce<string>(pointerTo, '')),
});

/** The files with every use expanded. */
export function expandUses(files: readonly Loaded[], report: Report): Loaded[] {
  const expansion = new Expansion(files, report);
  return files.map(({ parsed, raw }) => ({
    parsed,
    raw: {
      ...raw,
      enums: mapped(raw.enums, (entry, name) => expandEnum(entry, placeOf(parsed, 'enums', name), expansion)),
      types: mapped(raw.types, (type, name) => expandSet(type, placeOf(parsed, 'types', name), expansion)),
      sets: mapped(raw.sets, (set, name) => expandSet(set, placeOf(parsed, 'sets', name), expansion)),
      calls: mapped(raw.calls, (call, name) => expandCall(call, placeOf(parsed, 'calls', name), expansion)),
    },
  }));
}

const mapped = <T>(
  members: Readonly<Record<string, T>> | undefined,
  map: (member: T, name: string) => T,
): Record<string, T> =>
  Object.fromEntries(Object.entries(members ?? {}).map(([name, member]) => [name, map(member, name)]));

/* `fields` has the field behind each value. */
function expandEnum(entry: RawEnum, at: Place, expansion: Expansion): RawEnum {
  const wanted = (entry.values ?? []).find((value) => value.includes('.'));
  if (wanted === undefined) {
    return entry;
  }
  const { entity, fields } = expansion.find(wanted, at);
  const pairs = (entry.values ?? []).flatMap((value): [string, string | null][] =>
    value === wanted ? fields.map(([name]) => [name, name]) : [[value, null]],
  );
  return {
    ...entry,
    values: pairs.map(([value]) => value),
    fields: { entity, names: pairs.map(([, name]) => name) },
    imports: wanted.endsWith('.import'),
  };
}

/* A set declares which of its fields are compared with those of an entity, a type which entity it is a change of. */
function expandSet(set: RawSet, at: Place, expansion: Expansion): RawSet {
  const all = Object.values(set.fields).find(({ type }) => type === 'fields');
  if (typeof all?.of !== 'string') {
    return set;
  }
  const { entity, fields } = expansion.find(all.of, at);
  return {
    ...set,
    fields: expandFields(set.fields, at, expansion),
    from: { entity, names: fields.map(([name]) => name) },
  };
}

function expandCall(call: RawCall, at: Place, expansion: Expansion): RawCall {
  return { ...call, request: expandFields(call.request, at, expansion) };
}

function expandFields(fields: Fields, at: Place, expansion: Expansion): Fields {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]): [string, RawField][] => {
      if (field.type !== 'fields' || typeof field.of !== 'string') return [[name, field]];
      const { entity, fields: found } = expansion.find(field.of, at);
      const summary = field.summary ?? '*';
      return found.map(([one, { summary: said = '' }]) => [
        one,
        { type: 'field', of: `${entity}.${one}`, optional: true, summary: summary.replace('*', said) },
      ]);
    }),
  );
}
