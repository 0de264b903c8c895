/* A compiled zone (TZif, RFC 9636): its changes since a moment, and the rule in its footer. */

export interface Stretch {
  /** Since 1970 UTC; of the first one it is the moment that was asked for. */
  at: number;
  /** Local time minus UTC, in minutes. */
  offset: number;
  isDst: boolean;
}

export interface Zone {
  /** What holds from `since` on, in order of time. At least one. */
  stretches: Stretch[];
  /** POSIX TZ (IEEE Std 1003.1, with the extension of RFC 9636 §3.3.2) that holds after the last of them. */
  footer: string;
}

const HEADER = 44;

interface Counts {
  isUt: number;
  isStd: number;
  leap: number;
  times: number;
  types: number;
  chars: number;
}

function countsAt(data: Buffer, at: number): Counts {
  if (data.toString('latin1', at, at + 4) !== 'TZif' || (data[at + 4] ?? 0) < 0x32) {
    throw new Error('is no TZif file of version 2 or later');
  }
  const count = (index: number): number => data.readUInt32BE(at + 20 + 4 * index);
  return { isUt: count(0), isStd: count(1), leap: count(2), times: count(3), types: count(4), chars: count(5) };
}

/** Bytes of a data block whose times have `width` bytes. */
function sizeOf(counts: Counts, width: number): number {
  const { times, types, chars, leap, isStd, isUt } = counts;
  return times * (width + 1) + types * 6 + chars + leap * (width + 4) + isStd + isUt;
}

export function readZone(data: Buffer, since: number): Zone {
  const second = HEADER + sizeOf(countsAt(data, 0), 4);
  const counts = countsAt(data, second);
  if (counts.leap > 0) {
    throw new Error('counts leap seconds');
  }
  const times = second + HEADER;
  const indexes = times + 8 * counts.times;
  const types = indexes + counts.times;
  const typeAt = (index: number): Omit<Stretch, 'at'> => {
    const at = types + 6 * index;
    return { offset: data.readInt32BE(at) / 60, isDst: data[at + 4] === 1 };
  };
  const stretches: Stretch[] = [{ at: since, ...typeAt(0) }];
  for (let index = 0; index < counts.times; index++) {
    const stretch = {
      at: Number(data.readBigInt64BE(times + 8 * index)),
      ...typeAt(data[indexes + index] ?? 0),
    };
    if (stretch.at <= since) {
      stretches[0] = { ...stretch, at: since };
    } else {
      stretches.push(stretch);
    }
  }
  const footer = data.toString('latin1', times + sizeOf(counts, 8)).replaceAll('\n', '');
  return { stretches, footer };
}
