/* labels.h and labels.c: texts of the console that the firmware writes into files, by language; and headings that an imported file
 * may have. */
import { generatedNote } from './c_header.ts';
import { comment, enumConstant, enumTag, literal } from './c_names.ts';
import { type EnumEntry, type Labels, languageEnum, type Model } from './model.ts';

interface Labelled extends EnumEntry {
  readonly labels: Labels;
}

const labelled = (model: Model): Labelled[] =>
  model.enums.flatMap((entry) => (entry.labels === undefined ? [] : [{ ...entry, labels: entry.labels }]));

const tableOf = ({ labels, values, ...entry }: Labelled): string =>
  `const char *const ${enumTag({ ...entry, values })}_labels[${labels.length}][${values.length}]`;

/** Headings of the entity whose import an enumeration lists, and of its own values, each with its value. */
function headingsOf(model: Model, entry: EnumEntry): string[] {
  const entity = model.entities.find(({ name }) => name === entry.fields?.entity);
  const ofFields = (entity?.fields ?? []).map(({ name, uses }) => [name, uses?.import?.headings ?? []] as const);
  return [...ofFields, ...Object.entries(entry.headings ?? {})].flatMap(([name, headings]) =>
    headings.map((heading) => `    { ${literal(heading)}, ${enumConstant(entry, name)} },`),
  );
}

/** The enumeration that names the columns of an imported file. */
const imports = (model: Model): EnumEntry[] => model.enums.filter((entry) => entry.imports === true);

export function writeLabelsHeader(model: Model): string {
  return [
    generatedNote,
    '#ifndef POSTERN_LABELS_H',
    '#define POSTERN_LABELS_H',
    '',
    '#include "values.h"',
    '',
    `/* Labels by enum language, then by value. A label that no one writes is "". */`,
    '',
    ...labelled(model).flatMap((entry) => [comment(entry.summary), `extern ${tableOf(entry)};`, '']),
    ...imports(model).flatMap((entry) => [
      '/* Other headings of an imported file, by the words that are compared without case, marks and punctuation. */',
      `struct ${enumTag(entry)}_heading {`,
      '    const char *word;',
      `    enum ${enumTag(entry)} value;`,
      '};',
      `extern const struct ${enumTag(entry)}_heading ${enumTag(entry)}_headings[];`,
      `#define ${enumTag(entry).toUpperCase()}_HEADING_COUNT ${headingsOf(model, entry).length}`,
      '',
    ]),
    '#endif',
    '',
  ].join('\n');
}

export function writeLabelsSource(model: Model): string {
  const languages = model.enums.find(({ name }) => name === languageEnum)?.values ?? [];
  return [
    generatedNote,
    '#include "labels.h"',
    '',
    ...labelled(model).flatMap((entry) => [
      `${tableOf(entry)} = {`,
      ...entry.labels.flatMap((texts, index) => [
        `    /* ${languages[index] ?? ''} */`,
        `    { ${texts.map(literal).join(', ')} },`,
      ]),
      '};',
      '',
    ]),
    ...imports(model).flatMap((entry) => [
      `const struct ${enumTag(entry)}_heading ${enumTag(entry)}_headings[] = {`,
      ...headingsOf(model, entry),
      '};',
      '',
    ]),
  ].join('\n');
}
