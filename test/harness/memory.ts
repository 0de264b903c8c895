// Searches for secrets in the memory of the daemon and in its files.

import { closeSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';

interface Region {
  readonly name: string;
  readonly from: number;
  readonly length: number;
}

/** Writable regions of a process: heaps, stacks, data. */
function writableRegions(pid: number): Region[] {
  return readFileSync(`/proc/${pid}/maps`, 'latin1')
    .split('\n')
    .flatMap((line) => {
      const [, from = '', to = '', name = ''] = /^(\w+)-(\w+) rw\S+ \S+ \S+ \S+ *(.*)$/.exec(line) ?? [];
      const start = Number.parseInt(from, 16);
      return from === '' ? [] : [{ name, from: start, length: Number.parseInt(to, 16) - start }];
    });
}

/** A region's bytes; empty for one that disappeared meanwhile. */
function readRegion(memory: number, region: Region): Buffer {
  const octets = Buffer.alloc(region.length);
  try {
    return octets.subarray(0, readSync(memory, octets, 0, region.length, region.from));
  } catch {
    return Buffer.alloc(0);
  }
}

/** Every occurrence of a text in the process's memory, with the bytes around it. */
export function placesInMemory(pid: number, text: string): string[] {
  if (text === '') throw new Error('no text to look for');
  const memory = openSync(`/proc/${pid}/mem`, 'r');
  try {
    return writableRegions(pid).flatMap((region) => {
      const octets = readRegion(memory, region);
      const places: string[] = [];
      for (let at = octets.indexOf(text); at >= 0; at = octets.indexOf(text, at + 1)) {
        const around = octets.toString('latin1', Math.max(0, at - 60), at + 60).replace(/[^ -~]/g, '.');
        places.push(`${region.name === '' ? 'no name' : region.name} + ${at}: ${around}`);
      }
      return places;
    });
  } finally {
    closeSync(memory);
  }
}

/** Names of the files of a folder that contain a text, in use or not. */
export function filesWith(folder: string, text: string): string[] {
  return readdirSync(folder).filter((name) => readFileSync(join(folder, name)).includes(text));
}
