/* The API reference as one page. */
import { exampleReply, fullRequest } from './examples.ts';
import type { Call, Field, Model, Pair, Pending, Setting, Shape, TypeEntry } from './model.ts';
import { accessText, errorsOf } from './openapi.ts';

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
const anchor = (name: string): string => name.toLowerCase();

function typeText(shape: Shape): string {
  switch (shape.type) {
    case 'bool':
      return 'boolean';
    case 'int':
      return 'integer';
    case 'string':
      return shape.format === undefined ? 'string' : `string, [${shape.format.name}](#formats)`;
    case 'decimal':
      return 'decimal string';
    case 'date':
      return 'date string';
    case 'enum':
      return `[${shape.enum.name}](#${anchor(shape.enum.name)})`;
    case 'flags':
      return `array of distinct [${shape.enum.name}](#${anchor(shape.enum.name)})`;
    case 'object':
      return `[${shape.of.name}](#${anchor(shape.of.name)})`;
    case 'array':
      return `array of ${typeText(shape.of)}`;
  }
}

function limitText(shape: Shape): string {
  const unit = 'unit' in shape && shape.unit !== undefined ? ` ${shape.unit}` : '';
  switch (shape.type) {
    case 'int':
      return `${shape.min}–${shape.max}${unit}${shape.step === undefined ? '' : `, steps of ${shape.step}`}`;
    case 'decimal':
      return `${shape.min}–${shape.max}${unit}`;
    case 'string':
      return `${shape.min}–${shape.max} characters${shape.allowEmpty ? ', or empty' : ''}`;
    case 'date':
      return '`YYYY-MM-DD`, or empty';
    case 'array': {
      const inner = limitText(shape.of);
      return `${shape.minItems}–${shape.maxItems} items${inner === '' ? '' : `, each ${inner}`}`;
    }
    default:
      return '';
  }
}

/* Note for a field that this version does not use yet. */
function pendingText(pending: Pending | undefined): string {
  if (pending === undefined) {
    return '';
  }
  return pending === true
    ? ' *Not in this version yet.*'
    : ` *Values from ${pending.min} on: not in this version yet.*`;
}

/** Note for a setting with a value that is refused. */
const refusedText = ({ refused }: Setting): string =>
  refused === undefined ? '' : ` Setting it to \`${JSON.stringify(refused)}\` is refused.`;

/** Note about the required devices. */
const devicesText = (devices: readonly string[]): string =>
  devices.length === 0
    ? ''
    : ` Requires an installed device: ${devices.map((device) => `\`${device}\``).join(' or ')}.`;

function requestTable(fields: readonly Field[]): string[] {
  return [
    '| field | type | limits | needed | invalid | meaning |',
    '|---|---|---|---|---|---|',
    ...fields.map((f) => {
      const needed = f.optional
        ? f.default === undefined
          ? 'no'
          : `no, default \`${JSON.stringify(f.default)}\``
        : 'yes';
      const codes = [f.code?.code, f.emptyCode === undefined ? undefined : `${f.emptyCode.code} if empty`];
      const invalid = codes.filter((c) => c !== undefined).join(', ');
      const secret = f.secret ? ' Never shown or logged.' : '';
      return `| \`${f.name}\` | ${typeText(f.shape)} | ${limitText(f.shape)} | ${needed} | ${invalid} | ${cell(f.summary)}.${secret}${pendingText(f.pending)} |`;
    }),
    '',
  ];
}

function replyTable(fields: readonly Field[]): string[] {
  return [
    '| field | type | limits | meaning |',
    '|---|---|---|---|',
    ...fields.map(
      (f) =>
        `| \`${f.name}\` | ${typeText(f.shape)} | ${limitText(f.shape)} | ${cell(f.summary)}.${pendingText(f.pending)} |`,
    ),
    '',
  ];
}

/** Note about a body that is not JSON. */
const bodyTexts: Readonly<Record<Call['takes'], readonly string[]>> = {
  json: [],
  picture: ['The body is an image file: `image/jpeg`, `image/png` or `image/webp`.', ''],
  octets: ['The body is a file or a chunk of one, sent as it is: `application/octet-stream`.', ''],
};

function callSection(model: Model, call: Call): string[] {
  const notes = [
    accessText(call),
    ...(call.audit === undefined ? [] : [`Leaves an audit entry (\`${call.audit}\`).`]),
    ...(call.method === 'POST' ? [`Body up to ${call.maxBody} bytes.`] : []),
    ...(call.whole === undefined
      ? []
      : [`Without query parameters, the body is the whole file, up to ${call.whole.max} bytes.`]),
    ...(call.jsonString ? ['The body may also be the text of this object as one JSON string.'] : []),
    ...(call.devices.length === 0 ? [] : [devicesText(call.devices).trim()]),
  ];
  return [
    `### ${call.name}`,
    '',
    `\`${call.method} ${call.path}\` – ${call.summary}. ${notes.join(' ')}`,
    '',
    ...(call.request.length === 0
      ? ['No request fields.', '']
      : [call.inQuery ? 'Query parameters:' : 'Request:', '', ...requestTable(call.request)]),
    ...bodyTexts[call.takes],
    ...(!call.inQuery && call.request.length > 0 ? ['```json', JSON.stringify(fullRequest(call)), '```', ''] : []),
    ...(call.isFile
      ? ['The reply is a file.', '']
      : call.reply.length === 0
        ? ['The reply has no data.', '']
        : [
            call.thread === 'stream' ? 'An event stream; the data of its first event, `hello`:' : 'Reply (`data`):',
            '',
            ...replyTable(call.reply),
            '```json',
            JSON.stringify(exampleReply(call)),
            '```',
            '',
          ]),
    `Errors: ${errorsOf(model, call)
      .map((e) => e.code)
      .join(', ')}.`,
    '',
  ];
}

const typeSection = (type: TypeEntry): string[] => [
  `### ${type.name}`,
  '',
  `${type.summary}.`,
  '',
  ...replyTable(type.fields),
];

const settingRow = (setting: Setting): string => {
  const first =
    setting.random === undefined ? `\`${JSON.stringify(setting.default)}\`` : 'random, generated at the first start';
  const secret = setting.secret ? ' Write-only.' : '';
  const also =
    setting.alsoWrite.length === 0
      ? ''
      : ` Writing it also requires write permission in ${setting.alsoWrite.map((group) => `\`${group}\``).join(', ')} and a password confirmed in the last five minutes; not available to REST keys.`;
  const cells = [
    `\`${setting.name}\``,
    typeText(setting.shape),
    limitText(setting.shape),
    first,
    setting.effects.join(', '),
    setting.since,
    `${cell(setting.summary)}.${secret}${also}${pendingText(setting.pending)}${refusedText(setting)}${devicesText(setting.devices)}`,
  ];
  return `| ${cells.join(' | ')} |`;
};

function pairSection(pair: Pair): string[] {
  return [
    `### ${pair.name}`,
    '',
    `${pair.summary}. Read with [${pair.read.name}](#${anchor(pair.read.name)}), written with [${pair.write.name}](#${anchor(pair.write.name)}).`,
    ...(pair.provisional ? ['A change that can cut the connection is undone after 90 s unless it is confirmed.'] : []),
    '',
    '| setting | type | limits | factory value | effect | since | meaning |',
    '|---|---|---|---|---|---|---|',
    ...pair.settings.map(settingRow),
    '',
  ];
}

const effectSection = ({ effects }: Model): string[] =>
  effects.length === 0
    ? []
    : [
        '## Effects',
        '',
        'Effects of a changed setting, in the order in which they are applied.',
        '',
        ...effects.map(({ name, summary }, index) => `${index + 1}. \`${name}\`: ${summary}.`),
        '',
      ];

const common = `Every call is sent to \`/goform/<name>\` of the terminal. The session token is sent in the header \`token\`, the language of the
console in \`language\`; the query parameter \`_t\` (a time stamp) is ignored. Request bodies are \`application/json\`, UTF-8, at most eight levels
deep; unknown and duplicate keys are refused. GET calls, and a POST that says so, take the same fields as query parameters, lists
separated by commas; such a POST has no body, or an empty object. Any other query parameter is refused with 12005 and its name.

A REST key is sent as \`Authorization: Bearer <key>\`. A missing or expired session token is answered with 10002, an
unknown or deleted REST key with 11001, which is also the answer while REST access is switched off.

Every reply has this envelope, and a matching HTTP status:

\`\`\`json
{"code":"success","retvalue":0,"msg":0,"data":{}}
{"code":"error","retvalue":12007,"msg":12007,"field":"level","data":{}}
{"code":"wait","retvalue":0,"msg":0,"data":{}}
{"code":"success","retvalue":0,"msg":0,"reboot":true,"data":{}}
\`\`\`

\`wait\`: the operation is still running, repeat the call. \`reboot\`: the terminal is about to restart.
\`retvalue\` and \`msg\` are codes of the catalogue below; \`field\` is the path of the field that caused the error (\`userids[3]\`). 405 has the header
\`Allow\`, 429 and 503 have \`Retry-After\`. A request is checked in this order: path, method, length, session, initial password, role,
installed devices, media type, query, JSON, fields. Note the names: \`GET SetX\` reads and \`POST GetX\` writes, as the specification requires.`;

export function writeMarkdown(model: Model): string {
  return [
    '# API reference',
    '',
    'Generated from `firmware/api/spec`.',
    '',
    common,
    '',
    ...model.groups.flatMap((group) => [
      `## ${group.name}: ${group.summary}`,
      '',
      ...model.calls.filter((c) => c.group === group.name).flatMap((call) => callSection(model, call)),
    ]),
    ...(model.pairs.length === 0 ? [] : ['## Settings', '', ...model.pairs.flatMap(pairSection)]),
    ...effectSection(model),
    '## Formats',
    '',
    'All formats are ASCII. The length is checked first, then the format.',
    '',
    ...model.formats.map(({ name, summary }) => `- \`${name}\`: ${summary}.`),
    '',
    '## Types',
    '',
    ...model.types.flatMap(typeSection),
    '## Words',
    '',
    ...model.enums.flatMap((e) => [
      `### ${e.name}`,
      '',
      `${e.values.map((value) => `\`${value}\``).join(', ')}: ${e.summary}.`,
      '',
    ]),
    '## Error catalogue',
    '',
    '| code | HTTP | text |',
    '|---|---|---|',
    ...model.errors.map((e) => `| ${e.code} | ${e.http} | ${cell(e.text)} |`),
    '',
  ].join('\n');
}
