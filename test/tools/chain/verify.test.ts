import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readLog } from '../../../tools/chain/line.ts';
import { verify } from '../../../tools/chain/verify.ts';
import { Random } from '../../harness/random.ts';

/** A log as docs/log-chain.md says, written here a second time: what is hashed is one text. */
interface Row {
  readonly cells: string[];
  readonly hashed: string[];
}

const zeros = Buffer.alloc(32);
const link = (before: Buffer, fields: readonly string[]): Buffer =>
  createHash('sha256')
    .update(Buffer.concat([before, Buffer.from(fields.join(''))]))
    .digest();
const field = (text: string | undefined): string => (text === undefined ? '~,' : `${Buffer.byteLength(text)}:${text},`);
const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
const texts = ['', 'Zoë', 'a,b', 'say "no"', '3:a,'] as const;

const recordHeadings =
  'Number,Time,UTC offset in minutes,Event,Result,Reason,User ID,Name,Shown,Status,Duress,Door,Temperature,Details';
const auditHeadings = 'Number,Time,UTC offset in minutes,Account,Address,Call,Object,About,Before,After,Left out';
const chainHeadings = 'Milliseconds,Link before,Link,Log head';

function recordOf(random: Random, number: number): Row {
  const [name, detail] = [random.pick(texts), random.pick(texts)];
  const [minute, ms] = [random.between(0, 59), random.between(0, 999)];
  const cells = [
    ...[`${number}`, `2026-06-01 10:${String(minute).padStart(2, '0')}:07`, '120', 'access', 'granted', 'anyTime', '7'],
    ...[quoted(name), 'card face', 'out', 'yes', '1', '36.8', quoted(detail), `${ms}`],
  ];
  const time = Date.UTC(2026, 5, 1, 8, minute, 7, ms);
  const numbers = [number, time, 120, 0, 1, 1, 7].map((value) => field(String(value)));
  return {
    cells,
    hashed: [field('record'), ...numbers, field(name), ...['9', '1', '1', '1', '368'].map(field), field(detail)],
  };
}

function auditOf(random: Random, number: number): Row {
  const [minute, ms] = [random.between(0, 59), random.between(0, 999)];
  const after = random.pick(['', '{}', '{"a":1}']) || undefined;
  const cells = [
    ...[`${number}`, `2026-06-01 10:${String(minute).padStart(2, '0')}:07`, '120', quoted('admin'), quoted('::1')],
    ...[quoted('edituser'), quoted('user 7'), 'edit', '', after === undefined ? '' : quoted(after), '', `${ms}`],
  ];
  const time = Date.UTC(2026, 5, 1, 8, minute, 7, ms);
  const fields = ['audit', String(number), String(time), 'admin', '::1', 'edituser', 'user 7', undefined, after, '0'];
  return { cells, hashed: fields.map(field) };
}

/** Lines by ascending number, each with the chain it is of. */
function fileOf(kind: 'record' | 'audit', random: Random, count: number, first: number): string[] {
  const ends = new Map<number, Buffer>();
  const rows = Array.from({ length: count }, (_, index) => {
    const row = kind === 'record' ? recordOf(random, first + index) : auditOf(random, first + index);
    const chain = kind === 'record' ? 0 : random.between(0, 2);
    const before = ends.get(chain) ?? (first > 1 ? createHash('sha256').update(`${chain}`).digest() : zeros);
    const own = link(before, row.hashed);
    ends.set(chain, own);
    return [...row.cells, before.toString('hex'), own.toString('hex'), ''];
  });
  const all = Buffer.concat([...ends.values()].toSorted(Buffer.compare));
  const head =
    kind === 'record'
      ? `${first + count - 1} ${ends.get(0)?.toString('hex') ?? ''}`
      : `${count} ${createHash('sha256').update(all).digest('hex')}`;
  const newestFirst = rows.toReversed().map((row, index) => (index === 0 ? [...row.slice(0, -1), head] : row));
  const headings = `${kind === 'record' ? recordHeadings : auditHeadings},${chainHeadings}`;
  return [headings, ...newestFirst.map((row) => row.join(','))];
}

const judge = (lines: readonly string[], older?: readonly string[]) =>
  verify(
    readLog(`\uFEFF${lines.join('\r\n')}\r\n`),
    older === undefined ? undefined : readLog(`${older.join('\r\n')}\r\n`),
  );
const seed = Number(process.env['SEED'] ?? 20_261_127);

describe.each(['record', 'audit'] as const)('an exported %s log', (kind) => {
  const heading = kind === 'record' ? 'Details' : 'Object';
  it.each([1, 5000])('that begins with line %i is proven whole', (first) => {
    expect(judge(fileOf(kind, new Random(seed), 40, first))).toEqual({
      ...{ broken: undefined, proven: 40, unproven: 0, before: 0, leftOut: 0 },
    });
  });

  it(`shows a random edit of each kind (SEED=${seed})`, () => {
    const random = new Random(seed);
    for (let round = 0; round < 200; round++) {
      const lines = fileOf(kind, random, 20, 1 + random.between(0, 1) * 100);
      const at = random.between(1, 20);
      const edited = editOf(random, lines, at);
      const { broken, unproven, proven } = judge(edited.lines);
      const noticed = broken !== undefined || unproven > 0 || proven !== 20;
      expect({ noticed, what: edited.what }).toEqual({ noticed: true, what: edited.what });
    }
  });

  it('names the line whose field was changed', () => {
    const lines = fileOf(kind, new Random(seed), 20, 1);
    const column = (lines[0] ?? '').split(',').indexOf(heading === 'Details' ? 'Time' : 'Call');
    lines[8] = withCell(lines[8] ?? '', column, kind === 'record' ? '2026-06-01 09:00:00' : '"adduser"');
    expect(judge(lines).broken?.number).toBe(13);
  });

  it('with a line missing is not proven, and is broken at no line', () => {
    const lines = fileOf(kind, new Random(seed), 20, 1).toSpliced(8, 1);
    expect(judge(lines)).toMatchObject({ broken: undefined });
    expect(judge(lines).proven).toBeLessThan(19);
  });

  it('is compared with an older export', () => {
    const older = fileOf(kind, new Random(seed), 20, 1);
    const other = fileOf(kind, new Random(seed + 1), 20, 1);
    expect(judge(older, older).broken).toBeUndefined();
    expect(judge(other).broken).toBeUndefined();
    expect(judge(other, older).broken).toMatchObject({ number: 1 });
  });

  it('without the columns of the chain is refused', () => {
    const lines = fileOf(kind, new Random(seed), 2, 1);
    expect(() => judge([(lines[0] ?? '').replace('Link before', 'Elsewhere'), ...lines.slice(1)])).toThrow(
      'Link before',
    );
  });
});

/** The line with another text in a cell; the texts of the lines here that have commas are behind the cells that are changed. */
function withCell(line: string, column: number, text: string): string {
  const cells = line.match(/"(?:[^"]|"")*"|[^,]+|(?<=,|^)(?=,|$)/g) ?? [];
  return cells.map((cell, index) => (index === column ? text : cell)).join(',');
}

/** One edit: of a field (its link as it was, or computed again), a line out, two lines changed about, a line twice. */
function editOf(random: Random, lines: readonly string[], at: number): { lines: string[]; what: string } {
  const line = lines[at] ?? '';
  const what = random.pick(['field', 'field and link', 'out', 'twice', 'link before', 'head'] as const);
  const isRecord = (lines[0] ?? '').includes('Details');
  const changed = line.replace('2026-06-01 10:', '2026-06-01 11:');
  const lastCells = line.split(',').slice(-3);
  switch (what) {
    case 'field':
      return { lines: lines.with(at, changed), what };
    case 'field and link': {
      const text = `${lines[0] ?? ''}\r\n${changed}\r\n`;
      const computed = readLog(text).lines[0]?.computed ?? '';
      return { lines: lines.with(at, changed.replace(`,${lastCells[1] ?? ''},`, `,${computed},`)), what };
    }
    case 'out':
      return { lines: lines.toSpliced(at, 1), what };
    case 'twice':
      return { lines: lines.toSpliced(at, 0, line), what };
    case 'link before':
      return { lines: lines.with(at, line.replace(`,${lastCells[0] ?? ''},`, ',,')), what: `${what} ${isRecord}` };
    default:
      return {
        lines: lines.with(1, (lines[1] ?? '').replace(/,\d+ [\w-]+$/, `,20 ${zeros.toString('hex')}`)),
        what,
      };
  }
}
