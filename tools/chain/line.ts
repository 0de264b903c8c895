// Lines of an exported log with what is needed to verify them (docs/log-chain.md).

import { createHash } from 'node:crypto';
import { readCsv } from './csv.ts';
import { bitsOf, numberOf } from './words.ts';

export type Kind = 'record' | 'audit';

export interface Line {
  readonly number: number;
  /** The link of the previous line in its chain; '' of a line from before chains existed. */
  readonly previous: string;
  /** The link in the file. */
  readonly link: string;
  /** The link computed from the fields; undefined if the export omits some. */
  readonly computed: string | undefined;
}

export interface Log {
  readonly kind: Kind;
  /** By ascending number. */
  readonly lines: readonly Line[];
  /** The end of the log at the start of the export: the number of the last record, or the number of entries, and the link. */
  readonly head: { readonly number: number; readonly link: string } | undefined;
}

type Cells = (heading: string) => string;

/** Reads an exported log. */
export function readLog(text: string): Log {
  const [headings = [], ...rows] = readCsv(text);
  const kind: Kind = headings.includes('Call') ? 'audit' : 'record';
  for (const needed of ['Number', 'Milliseconds', 'Link before', 'Link', 'Log head']) {
    if (!headings.includes(needed))
      throw new Error(`The file has no column ${needed}: it is no export of a log with links`);
  }
  const tables = rows.map(
    (row): Cells =>
      (heading) =>
        row[headings.indexOf(heading)] ?? '',
  );
  const lines = tables.map((cells) => lineOf(kind, cells)).sort((one, other) => one.number - other.number);
  const head = tables.map((cells) => cells('Log head')).find((cell) => cell !== '');
  const [number = '', link = ''] = head?.split(' ') ?? [];
  return { kind, lines, head: head === undefined ? undefined : { number: Number(number), link } };
}

function lineOf(kind: Kind, cells: Cells): Line {
  const previous = cells('Link before');
  const fields = kind === 'record' ? recordFields(cells) : auditFields(cells);
  const computed = fields === undefined ? undefined : linkOf(previous, [kind, ...fields]);
  return { number: Number(cells('Number')), previous, link: cells('Link'), computed };
}

/** SHA-256 of the previous link, 32 bytes, and of each field as length, colon, text, comma. */
function linkOf(previous: string, fields: readonly (string | number | null)[]): string {
  const hash = createHash('sha256');
  hash.update(previous === '' ? Buffer.alloc(32) : Buffer.from(previous, 'hex'));
  for (const field of fields) {
    const bytes = Buffer.from(String(field));
    hash.update(field === null ? '~,' : Buffer.concat([Buffer.from(`${bytes.length}:`), bytes, Buffer.from(',')]));
  }
  return hash.digest('hex');
}

/** Milliseconds since 1970 UTC, from the local time of the terminal. */
function timeOf(cells: Cells): number {
  const wall = Date.parse(`${cells('Time').replace(' ', 'T')}Z`);
  return wall - Number(cells('UTC offset in minutes')) * 60_000 + Number(cells('Milliseconds'));
}

function recordFields(cells: Cells): (string | number)[] {
  return [
    Number(cells('Number')),
    timeOf(cells),
    Number(cells('UTC offset in minutes')),
    numberOf('kind', cells('Event')),
    numberOf('result', cells('Result')),
    numberOf('reason', cells('Reason')),
    Number(cells('User ID')),
    cells('Name'),
    bitsOf(cells('Shown')),
    numberOf('status', cells('Status') === '' ? 'none' : cells('Status')),
    cells('Duress') === 'yes' ? 1 : 0,
    Number(cells('Door')),
    Math.round(Number(cells('Temperature')) * 10),
    cells('Details'),
  ];
}

function auditFields(cells: Cells): (string | number | null)[] | undefined {
  if (cells('Left out') !== '') return undefined;
  return [
    Number(cells('Number')),
    timeOf(cells),
    ...['Account', 'Address', 'Call', 'Object'].map((heading) => cells(heading)),
    ...['Before', 'After'].map((heading) => (cells(heading) === '' ? null : cells(heading))),
    numberOf('importance', cells('About')),
  ];
}
