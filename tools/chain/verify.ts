// Verifies the chain of an exported log.

import { createHash } from 'node:crypto';
import type { Line, Log } from './line.ts';

export interface Break {
  /** Number of the line; undefined for the log as a whole. */
  readonly number: number | undefined;
  readonly what: string;
}

export interface Verdict {
  /** The first broken line; undefined: none. */
  readonly broken: Break | undefined;
  /** Lines connected to the head by an unbroken chain. */
  readonly proven: number;
  /** Lines that are consistent among themselves, with others missing between them and the head. */
  readonly unproven: number;
  /** Lines from before chains existed. */
  readonly before: number;
  /** Lines with fields that the export omits. */
  readonly leftOut: number;
}

/** Verifies a log; with `older`, an earlier export of the same log, also that common lines are equal. */
export function verify(log: Log, older?: Log): Verdict {
  const { lines } = log;
  const breaks = [...brokenLines(lines), ...(older === undefined ? [] : differences(log, older))];
  const { proven, broken } = log.kind === 'record' ? followRecords(log) : followAudit(log);
  breaks.push(...broken);
  const linked = lines.filter(({ previous }) => previous !== '').length;
  return {
    broken: breaks.toSorted((one, other) => (one.number ?? Infinity) - (other.number ?? Infinity))[0],
    proven,
    unproven: linked - proven,
    before: lines.length - linked,
    leftOut: lines.filter(({ computed }) => computed === undefined).length,
  };
}

/** The error in a line by itself. */
function brokenLines(lines: readonly Line[]): Break[] {
  const first = lines.find(({ previous }) => previous !== '');
  return lines.flatMap(({ number, previous, link, computed }, index): Break[] => {
    if (!Number.isInteger(number)) return [{ number: undefined, what: 'a line has no number' }];
    if (lines[index - 1]?.number === number) return [{ number, what: 'its number is there twice' }];
    if (computed !== undefined && computed !== link) return [{ number, what: 'its fields are not those of its link' }];
    const isLater = first !== undefined && number > first.number;
    return previous === '' && isLater ? [{ number, what: 'its link before was removed' }] : [];
  });
}

/** Records are one chain: each has the link of the previous number. */
function followRecords({ lines, head }: Log): { proven: number; broken: Break[] } {
  const broken: Break[] = [];
  const last = lines.at(-1);
  for (const [index, line] of lines.entries()) {
    const before = lines[index - 1];
    if (before?.number !== line.number - 1 || line.previous === '' || line.previous === before.link) continue;
    broken.push({ number: line.number, what: 'it does not follow the line before it' });
  }
  if (last === undefined || head === undefined || last.number < head.number) return { proven: 0, broken };
  if (last.number > head.number || last.link !== head.link) {
    broken.push({ number: last.number, what: 'it is not the end that the head of the log names' });
  }
  const gap = lines.findLastIndex(({ number }, index) => index > 0 && lines[index - 1]?.number !== number - 1);
  return { proven: lines.slice(Math.max(gap, 0)).filter(({ previous }) => previous !== '').length, broken };
}

/** The audit log has a chain for each person and kind of entry; the ends of the chains give the head. */
function followAudit({ lines, head }: Log): { proven: number; broken: Break[] } {
  const linked = lines.filter(({ previous }) => previous !== '');
  const broken: Break[] = [];
  const followed = new Set<string>();
  for (const { number, previous } of linked) {
    if (followed.has(previous) && previous !== start) {
      broken.push({ number, what: 'another line already follows the same one' });
    }
    followed.add(previous);
  }
  if (head === undefined || lines.length < head.number) return { proven: 0, broken };
  const ends = linked.filter(({ link }) => !followed.has(link)).map(({ link }) => Buffer.from(link, 'hex'));
  const whole = createHash('sha256')
    .update(Buffer.concat(ends.toSorted(Buffer.compare)))
    .digest('hex');
  if (whole === head.link && lines.length === head.number) return { proven: linked.length, broken };
  return {
    proven: 0,
    broken: [...broken, { number: undefined, what: 'the lines together are not those that the head of the log names' }],
  };
}

/** The link before the first line of a chain. */
const start = Buffer.alloc(32).toString('hex');

function differences({ lines }: Log, older: Log): Break[] {
  const links = new Map(older.lines.map(({ number, link }) => [number, link]));
  return lines.flatMap(({ number, link }) => {
    const was = links.get(number);
    return was === undefined || was === link ? [] : [{ number, what: 'it is another line than in the older export' }];
  });
}
