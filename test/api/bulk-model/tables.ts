/* Random tables of users whose rows touch each other, as files of every kind that is read. */
import type { CallRequest } from '../../harness/contract.ts';
import { unguarded } from '../../harness/csv.ts';
import type { Random } from '../../harness/random.ts';
import type { Field } from './naive.ts';

type Encoding = NonNullable<CallRequest<'bulkCheck'>['encoding']>;
type Delimiter = NonNullable<CallRequest<'bulkCheck'>['delimiter']>;

/** Imports too, so that they meet themselves in their tables. */
export const officerId = 8;

/** IDs and cards of all that happens: so few that they meet. */
export const ids = [officerId, ...Array.from({ length: 24 }, (_, n) => n + 11)];
export const cards = Array.from({ length: 16 }, (_, n) => String(4001 + n));

const days = ['2026-01-31', '2026-02-01', '2026-12-31', '2028-02-29'];

/** Of the fields that the model knows. */
const headings: Readonly<Partial<Record<Field, readonly string[]>>> = {
  none: ['Line', 'Problem', 'Remarks', ''],
  userid: ['User ID', 'id', 'Personnel ID'],
  username: ['Name', 'FULL NAME', 'nombre'],
  cardno: ['Card', 'card-number', 'Tarjeta'],
  level: ['Level', 'nivel'],
  group: ['Group', 'Access group'],
  identifyMode: ['Identified by', 'identifyMode'],
  identifyFactors: ['Factors'],
  shift: ['Shift', 'turno'],
  validFrom: ['Valid from', 'Start date'],
  validTo: ['Valid to', 'expires'],
};

const fields = Object.keys(headings) as readonly Field[];

/** Letters that the encoding has. */
const alphabets: Readonly<Record<string, string>> = {
  utf8: 'abc ñ陈نвλ😀\'"-',
  utf16: 'abc ñ陈نвλ😀\'"-',
  windows1251: 'abc вжя\'"-',
  windows1252: 'abc ñüß\'"-',
};

const signs: Readonly<Record<Delimiter, string>> = { comma: ',', semicolon: ';', tab: '\t', pipe: '|', space: ' ' };

/** A row of the file as it is understood. */
export interface Line {
  readonly line: number;
  readonly cells: readonly string[];
  readonly isBroken: boolean;
}

export interface Table {
  readonly file: Buffer;
  readonly encoding: Encoding;
  readonly delimiter: Delimiter;
  readonly heading: boolean;
  /** Headings of the columns; empty without a heading row. */
  readonly headings: readonly string[];
  readonly columns: readonly Field[];
  readonly lines: readonly Line[];
}

/** The name of somebody; as long as may be, or longer, now and then. */
function someName(random: Random, alphabet: string): string {
  const letters = [...alphabet];
  const length = random.pick([0, 1, 3, 5, 8, 8, 63, 64, 65]);
  return Array.from({ length }, () => random.pick(letters)).join('');
}

const cardCell = (random: Random): string =>
  random.pick([
    random.pick(cards),
    random.pick(cards),
    random.pick(cards),
    '',
    '-',
    '0',
    '4294967295',
    '4294967296',
    '72057594037927936',
  ]);

/** A cell that is right mostly, and else at one side of a limit or the other. */
function someCell(random: Random, field: Field, alphabet: string): string {
  switch (field) {
    case 'none':
      return random.pick(['', 'x', '7']);
    case 'userid':
      return random.chance(0.94)
        ? String(random.pick(ids))
        : random.pick(['', '0', '1', '0031', '999999999', '1000000000', 'x', '-']);
    case 'username':
      return someName(random, alphabet);
    case 'cardno':
      return random.chance(0.95) ? cardCell(random) : random.pick(['0x12', '12 3', '-1', '0004003']);
    case 'level':
      return random.pick(['', '', '', '0', '0', '7', '8', '9', '16', '17', 'no']);
    case 'group':
      return random.pick(['', '', '0', '1', '16', '16', '17', 'two']);
    case 'identifyMode':
      return random.pick(['', '', '', 'device', 'ANY', 'any', 'all', 'All', 'never']);
    case 'identifyFactors':
      return random.pick([
        '',
        '',
        'card',
        'Card finger',
        'face+iris',
        'id;card',
        'password/ID',
        '-',
        'card card',
        'toe',
      ]);
    case 'shift':
      return random.pick(['', '', '0', '1', '64', '65', '-']);
    default:
      return random.chance(0.5)
        ? random.pick(['', '', '-', ...days])
        : random.pick(['31.1.2026', '1/13/2026', '13-1-2026', '1/1/2026', '2/1/2026', '31.2.2026', '2026/3/1', 'soon']);
  }
}

/** Each field at most once, the ID among them, with columns that nobody knows between. */
function someColumns(random: Random): readonly Field[] {
  /* With few columns few rows are wrong by themselves, and more of them meet each other. */
  const share = random.chance(0.4) ? 0 : 0.7;
  const chosen = fields.filter(
    (field) => field === 'userid' || field === 'cardno' || (field !== 'none' && random.chance(share)),
  );
  const columns: Field[] = [...chosen];
  for (let n = columns.length - 1; n > 0; n--) {
    const other = random.between(0, n);
    [columns[n], columns[other]] = [columns[other] ?? 'none', columns[n] ?? 'none'];
  }
  for (let n = random.pick([0, 0, 1, 2]); n > 0; n--) columns.splice(random.between(0, columns.length), 0, 'none');
  return columns;
}

/** A cell as it may stand in the file. */
function written(random: Random, cell: string, sign: string): string {
  const isQuoted = cell.includes(sign) || /["'\r\n]|^ /.test(cell) || random.chance(0.1);
  const quoted = isQuoted ? `"${cell.replaceAll('"', '""')}"` : cell;
  return random.chance(0.05) && !isQuoted ? ` ${quoted}  ` : quoted;
}

function encoded(text: string, encoding: Encoding, hasMark: boolean): Buffer {
  if (encoding === 'utf16') return Buffer.from(`\ufeff${text}`, 'utf16le');
  if (encoding === 'utf8') return Buffer.from(`${hasMark ? '\ufeff' : ''}${text}`);
  /* А to я lie one behind the other in both, and what else is written is Latin-1. */
  const octets = [...text].map((letter) => {
    const code = letter.codePointAt(0) ?? 0;
    return code >= 0x410 && code <= 0x44f ? code - 0x410 + 0xc0 : code;
  });
  return Buffer.from(octets);
}

/** As the reader understands a cell: without the blanks around it, and an end of a line is a blank. */
const understood = (cell: string): string => unguarded(cell).replaceAll('\n', ' ').trim();

/** With an end of a line behind its first letter. */
function folded(cell: string): string {
  const [first = '', ...rest] = cell;
  return rest.length > 0 ? `${first}\n${rest.join('')}` : cell;
}

function withoutEmptyEnd(cells: readonly string[]): readonly string[] {
  const last = cells.findLastIndex((cell) => cell !== '');
  return cells.slice(0, last + 1);
}

export function someTable(random: Random): Table {
  const encoding = random.pick<Encoding>(['utf8', 'utf8', 'utf16', 'windows1251', 'windows1252']);
  const delimiter = random.pick<Delimiter>(['comma', 'semicolon', 'tab', 'pipe']);
  const sign = signs[delimiter];
  const alphabet = alphabets[encoding] ?? '';
  const end = random.pick(['\n', '\r\n']);
  const columns = someColumns(random);
  const heading = random.chance(0.8);
  const above = heading ? columns.map((field) => random.pick(headings[field] ?? [''])) : [];
  const lines: Line[] = [];
  const texts: string[] = [];
  let line = 1;
  const write = (cells: readonly string[]): void => {
    const text = cells.map((cell) => written(random, cell, sign)).join(sign);
    texts.push(text);
    line += 1 + text.split('\n').length - 1;
  };
  if (heading) write(above);
  const count = random.pick([1, 2, 5, 10, 20, 40]);
  for (let n = 0; n < count; n++) {
    if (random.chance(0.03)) write(random.pick([[], ['', ''], [' ', '']]));
    const isBroken = random.chance(0.02);
    const cells = columns
      .map((field) => someCell(random, field, alphabet))
      .map((cell) => (random.chance(0.02) ? folded(cell) : cell));
    const all = isBroken ? [...cells, ...Array.from({ length: 70 - cells.length }, () => ''), 'x'] : cells;
    const kept = withoutEmptyEnd(all.slice(0, 64).map(understood));
    if (kept.length > 0 || isBroken) lines.push({ line, cells: kept, isBroken });
    write(all);
  }
  const text = `${texts.join(end)}${random.chance(0.8) ? end : ''}`;
  return {
    file: encoded(text, encoding, random.chance(0.5)),
    encoding,
    delimiter,
    heading,
    headings: above,
    columns,
    lines,
  };
}
