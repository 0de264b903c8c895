/* setting_calls.c: the handlers of Set<pair> and Get<pair>; a write is decoded into the values of setting_values.h. Common code is in api/settings.c. */
import { generatedNote } from './c_header.ts';
import { handlerName, pageConstant, pairTag, replyTag, requestTag } from './c_names.ts';
import type { Model, Pair, Setting } from './model.ts';
import { hasName, snakeCase } from './names.ts';

function readLine(setting: Setting): string[] {
  const name = snakeCase(setting.name);
  if (setting.secret) {
    return [`    reply->${snakeCase(hasName(setting.name))} = values->${name}[0] != '\\0';`];
  }
  if (setting.shape.type === 'array') {
    return [`    reply->${name} = values->${name};`, `    reply->${name}_count = ${setting.shape.maxItems};`];
  }
  return [`    reply->${name} = values->${name};`];
}

function readHandler(pair: Pair): string[] {
  const name = snakeCase(pair.name);
  return [
    `int ${handlerName(pair.read)}(struct api_ctx *ctx, struct ${replyTag(pair.read)} *reply) {`,
    `    const struct ${pairTag(pair)} *values = settings_read(ctx, ${pageConstant(pair)}, &reply->revision);`,
    '    if (values == NULL) {',
    '        return CAT_SYSTEM_ERROR;',
    '    }',
    ...pair.settings.flatMap(readLine),
    `    return ${pair.state === undefined ? 'CAT_OK' : `api_${name}_state(ctx, &reply->state)`};`,
    '}',
    '',
  ];
}

function act(pair: Pair): string[] {
  if (pair.act.length === 0) {
    return [];
  }
  const name = snakeCase(pair.name);
  return [
    `static int act_${name}(void *arg) {`,
    '    const struct settings_act *act = arg;',
    `    return api_${name}_act(act->ctx, act->req);`,
    '}',
    '',
  ];
}

function writeHandler(pair: Pair): string[] {
  const name = snakeCase(pair.name);
  const req = `const struct ${requestTag(pair.write)} *req`;
  const some = pair.act.map((field) => `req->has_${snakeCase(field.name)}`).join(' || ');
  return [
    ...act(pair),
    `int ${handlerName(pair.write)}(struct api_ctx *ctx, ${req}, struct ${replyTag(pair.write)} *reply) {`,
    ...(some === '' ? [] : ['    struct settings_act act = { .ctx = ctx, .req = req };']),
    '    const struct settings_change change = {',
    `        .page = ${pageConstant(pair)},`,
    '        .values = &req->values,',
    '        .given = req->given,',
    '        .has_revision = req->has_revision,',
    '        .revision = req->revision,',
    ...pair.sure.map(({ name: one }) => `        .sure = req->has_${snakeCase(one)} && req->${snakeCase(one)},`),
    ...(some === '' ? [] : [`        .act = ${some} ? act_${name} : NULL,`, '        .act_ctx = &act,']),
    '    };',
    '    struct settings_saved saved;',
    '    int code = settings_write(ctx, &change, &saved);',
    '    reply->revision = saved.revision;',
    '    reply->changed = saved.changed;',
    '    reply->changed_count = saved.changed_count;',
    ...(pair.provisional
      ? [
          '    reply->confirm_seconds = saved.confirm_seconds;',
          '    reply->confirm_code = saved.confirm_code;',
          '    reply->confirm_url = saved.confirm_url;',
        ]
      : []),
    '    return code;',
    '}',
    '',
  ];
}

export function writeSettingCalls(model: Model): string {
  return [
    generatedNote,
    '#include "api/settings.h"',
    '#include "contract.h"',
    '#include "core/settings/settings.h"',
    '',
    ...model.pairs.flatMap((pair) => [...readHandler(pair), ...writeHandler(pair)]),
  ].join('\n');
}
