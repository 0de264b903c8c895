// The engine of the face module, started like by `make run`, and pictures of faces: cropped from its samples.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { decode, encode } from 'jpeg-js';
import { rootPath } from './paths.ts';
import type { Terminal } from './terminal.ts';
import { until } from './wait.ts';

export const samplePath = (number: number): string =>
  rootPath(`tools/face/node_modules/@vladmandic/face-api/demo/sample${number}.jpg`);

export class FaceEngine {
  readonly #process: ChildProcess;

  private constructor(process: ChildProcess) {
    this.#process = process;
  }

  /** Resolves when the module is connected to it. */
  static async start(terminal: Terminal): Promise<FaceEngine> {
    const command = [rootPath('tools/face/main.ts'), '--line', `${terminal.daemon.socketPath}.face`];
    const engine = spawn(rootPath('node_modules/.bin/node'), command, { stdio: 'ignore' });
    await until('the engine', () => terminal.bench.states.get('face')?.['engine'] === true);
    return new FaceEngine(engine);
  }

  /** Kills it at any point of its work. */
  async kill(): Promise<void> {
    const ended = once(this.#process, 'exit');
    this.#process.kill('SIGKILL');
    await ended;
  }
}

interface Picture {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

const jpegOf = (picture: Picture): Buffer => encode({ ...picture, data: Buffer.from(picture.data) }, 92).data;

/** A part of a sample, 3 by 4, on a grey background `times` as wide. */
function cut(sample: number, left: number, top: number, width: number, times = 1): Buffer {
  const from = decode(readFileSync(samplePath(sample)), { useTArray: true });
  const height = Math.round((width * 4) / 3);
  const ground = { width: width * times, height: height * times };
  const data = new Uint8Array(ground.width * ground.height * 4).fill(128);
  for (let row = 0; row < height; row++) {
    const start = ((top + row) * from.width + left) * 4;
    data.set(from.data.subarray(start, start + width * 4), row * ground.width * 4);
  }
  return jpegOf({ ...ground, data });
}

/** Each is made on first use, because decoding a sample takes a while. */
export const facePictures = {
  /** One person, twice, and another. */
  ada: () => cut(1, 330, 260, 345),
  adaAgain: () => cut(1, 300, 240, 390),
  grace: () => cut(5, 700, 20, 330),
  /** The first, too small to be recognized. */
  tiny: () => cut(1, 330, 260, 345, 6),
  several: () => readFileSync(samplePath(5)),
  nobody: () => jpegOf({ width: 300, height: 400, data: new Uint8Array(300 * 400 * 4).fill(128) }),
};
