/* Texts of an enumeration from the catalogues of the console, for files that the terminal writes in the language of the
 * administrator. A value that represents a field of an entity has the field's label; any other one `enum.<Enum>.<value>` or `file.<Enum>.<value>`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EnumEntry, Labels } from './model.ts';

/** Folder of the catalogues. */
const locales = 'web/locales';

function keyOf({ name, values, fields }: EnumEntry, index: number, prefix: string): string {
  const field = fields?.names[index];
  return field ? `field.${fields?.entity}.${field}` : `${prefix}.${name}.${values[index]}`;
}

/** The labels in the order of the languages. Missing texts are reported. */
export function readLabels(
  root: string,
  languages: readonly string[],
  entry: EnumEntry,
  prefix: string,
  report: (text: string) => void,
): Labels {
  return languages.map((language) => {
    const file = join(locales, `${language}.json`);
    const texts = JSON.parse(readFileSync(join(root, file), 'utf8')) as Readonly<Record<string, unknown>>;
    return entry.values.map((_, index) => {
      const key = keyOf(entry, index, prefix);
      const text = texts[key];
      if (typeof text !== 'string' || /[{",]/.test(text)) {
        report(`enum '${entry.name}': ${file} has no plain text '${key}'`);
        return '';
      }
      return text;
    });
  });
}
