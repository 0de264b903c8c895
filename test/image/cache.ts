// A disk with a cache that forgets. What QEMU has written is with this machine's kernel and outlives it, so a SIGKILL alone would lose
// nothing but what was on its way: a power cut is kinder there than it is to a board. So QEMU's block driver `blklogwrites` notes each
// write and each flush that it has answered, and a power cut puts the disk together again: all that was written before the last
// flush, and of what came later what chance leaves, sector by sector.

import { execFileSync } from 'node:child_process';
import { closeSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { sector } from '../../tools/image/disk.ts';
import type { Random } from '../harness/random.ts';

const isFlush = 1;
const isDiscard = 4;

interface Entry {
  readonly flags: number;
  /** Byte of the disk. */
  readonly at: number;
  readonly content: Buffer;
}

/** Whether a noted byte is a part of no entry: the note of a write that was on its way is not there, and nothing is in its place. */
const isGap = (notes: Buffer, at: number): boolean => notes.subarray(at, at + sector).every((octet) => octet === 0);

/** The notes in their order. Their head counts entries up to the last flush alone: it is passed over. */
export function* entriesOf(notes: Buffer): Generator<Entry> {
  let at = sector;
  while (at + sector <= notes.length) {
    if (isGap(notes, at)) {
      at += sector;
      continue;
    }
    const flags = Number(notes.readBigUInt64LE(at + 16));
    const length = (flags & isDiscard) !== 0 ? 0 : Number(notes.readBigUInt64LE(at + 8)) * sector;
    yield {
      flags,
      at: Number(notes.readBigUInt64LE(at)) * sector,
      content: notes.subarray(at + sector, at + sector + length),
    };
    at += sector + length;
  }
}

/** Most of a disk is holes. */
const copy = (from: string, to: string): void => void execFileSync('cp', ['--sparse=always', from, to]);

/** Sectors that came after the last flush, and how many of them a power cut has left. */
export interface Loss {
  readonly late: number;
  readonly kept: number;
}

export class CachedDisk {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  get #before(): string {
    return `${this.#path}.before`;
  }

  get #notes(): string {
    return `${this.#path}.notes`;
  }

  /** Files beside the disk. */
  get files(): readonly string[] {
    return [this.#before, this.#notes];
  }

  /** Before QEMU starts: from here on is noted. */
  begin(): void {
    copy(this.#path, this.#before);
    writeFileSync(this.#notes, '');
  }

  /** QEMU's arguments. This machine's own storage is not waited for: its power stays. */
  get blocks(): readonly string[] {
    const file = (name: string, path: string): string[] => [
      '-blockdev',
      `driver=file,node-name=${name},filename=${path},cache.no-flush=on`,
    ];
    const driver = `driver=blklogwrites,node-name=disk,file=kept,log=notes,log-sector-size=${sector}`;
    return [...file('kept', this.#path), ...file('notes', this.#notes), '-blockdev', driver];
  }

  /** After QEMU has died: makes of the disk what a power cut leaves. */
  lose(random: Random): Loss {
    const entries = [...entriesOf(readFileSync(this.#notes))];
    const flushed = entries.findLastIndex(({ flags }) => (flags & isFlush) !== 0);
    copy(this.#before, this.#path);
    const disk = openSync(this.#path, 'r+');
    let [late, kept] = [0, 0];
    const put = (content: Buffer, at: number): void => void writeSync(disk, content, 0, content.length, at);
    entries.forEach(({ at, content }, index) => {
      if (index <= flushed) {
        put(content, at);
        return;
      }
      for (let from = 0; from < content.length; from += sector) {
        late += 1;
        if (random.chance(0.5)) continue;
        kept += 1;
        put(content.subarray(from, from + sector), at + from);
      }
    });
    closeSync(disk);
    return { late, kept };
  }
}
