/* All files generated from the model. */
import { writeColumns } from './c_columns.ts';
import { writeCatalogueHeader, writeContractHeader, writeErrorsHeader } from './c_header.ts';
import { writeLabelsHeader, writeLabelsSource } from './c_labels.ts';
import { writeSettingCalls } from './c_setting_calls.ts';
import { writeSettingHooks, writeSettingRows, writeSettingTables, writeSettingValues } from './c_settings.ts';
import { writeContractSource } from './c_source.ts';
import { writeValuesHeader, writeValuesSource } from './c_values.ts';
import { writeMarkdown } from './markdown.ts';
import type { Model } from './model.ts';
import { writeOpenApi } from './openapi.ts';
import type { Files } from './output.ts';
import { writeTypeScript } from './ts.ts';
import { writeVectors } from './vectors.ts';

export function generate(model: Model): Files {
  return new Map([
    ['c/contract.h', writeContractHeader(model)],
    ['c/contract.c', writeContractSource(model)],
    ['c/catalogue.h', writeCatalogueHeader(model)],
    ['c/errors.h', writeErrorsHeader(model)],
    ['c/values.h', writeValuesHeader(model)],
    ['c/values.c', writeValuesSource(model)],
    ['c/labels.h', writeLabelsHeader(model)],
    ['c/labels.c', writeLabelsSource(model)],
    ['c/store_columns.h', writeColumns(model)],
    ['c/setting_values.h', writeSettingValues(model)],
    ['c/setting_hooks.h', writeSettingHooks(model)],
    ['c/setting_rows.c', writeSettingRows(model)],
    ['c/setting_hooks.c', writeSettingTables(model)],
    ['c/setting_calls.c', writeSettingCalls(model)],
    ...writeTypeScript(model).map(([name, text]): [string, string] => [`ts/${name}`, text]),
    ['docs/openapi.json', writeOpenApi(model)],
    ['docs/api.md', writeMarkdown(model)],
    ['vectors.json', writeVectors(model)],
  ]);
}
