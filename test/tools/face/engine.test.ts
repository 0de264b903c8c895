/* The engine of the simulated face module, with the sample pictures of its package: what it finds, and how it behaves on
 * the line. The rectangles are faces in those pictures. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decode, encode } from 'jpeg-js';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findFaces, startEngine } from '../../../tools/face/engine.ts';
import { type Frame, FrameReader, frameType, writeFrame } from '../../../tools/face/frames.ts';
import { samplePath } from '../../harness/faces.ts';

const project = join(import.meta.dirname, '../../..');

interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

const sample = (number: number): Buffer => readFileSync(samplePath(number));

/** The part of a picture round a face. */
function crop(from: Pixels, x: number, y: number, width: number, height: number): Pixels {
  const data = new Uint8Array(width * height * 4);
  for (let row = 0; row < height; row += 1) {
    const at = ((y + row) * from.width + x) * 4;
    data.set(from.data.subarray(at, at + width * 4), row * width * 4);
  }
  return { width, height, data };
}

const jpeg = (pixels: Pixels, quality = 90): Buffer => encode(pixels, quality).data;

function png({ width, height, data }: Pixels): Buffer {
  const picture = new PNG({ width, height });
  picture.data = Buffer.from(data);
  return PNG.sync.write(picture);
}

const first = decode(sample(1), { useTArray: true });
const left = crop(first, 354, 280, 300, 400);
const leftWider = crop(first, 300, 220, 400, 500);
const right = crop(first, 1416, 120, 330, 400);
const nobody = crop(first, 0, 0, 200, 120);

const apart = (a: Float32Array | undefined, b: Float32Array | undefined): number =>
  a === undefined || b === undefined ? Number.NaN : Math.hypot(...a.map((number, at) => number - (b[at] ?? 0)));

describe('the engine', () => {
  beforeAll(startEngine);

  it('finds one face and describes it', async () => {
    const faces = await findFaces(jpeg(left));
    expect(faces.count).toBe(1);
    expect(faces.quality).toBeGreaterThan(80);
    expect(faces.descriptor).toHaveLength(128);
  });

  it('tells the same person from another', async () => {
    const [one, again, small, other] = [
      (await findFaces(jpeg(left))).descriptor,
      (await findFaces(jpeg(leftWider, 50))).descriptor,
      (await findFaces(png(left))).descriptor,
      (await findFaces(jpeg(right))).descriptor,
    ];
    expect(apart(one, again)).toBeLessThan(0.36);
    expect(apart(one, small)).toBeLessThan(0.36);
    expect(apart(one, other)).toBeGreaterThan(0.5);
  });

  it('says that there are several, or none', async () => {
    expect(await findFaces(sample(1))).toMatchObject({ count: 3, descriptor: undefined });
    expect(await findFaces(jpeg(nobody))).toEqual({ count: 0, quality: 0, descriptor: undefined });
  });

  it('refuses what is no picture, and what would unpack to too much', async () => {
    await expect(findFaces(Buffer.from('nothing of the kind'))).rejects.toThrow();
    await expect(findFaces(jpeg(left).subarray(0, 300))).rejects.toThrow();
    const bomb = png(nobody);
    bomb.writeUInt32BE(50_000, 16);
    bomb.writeUInt32BE(50_000, 20);
    await expect(findFaces(bomb)).rejects.toThrow('too large');
  });
});

describe('a frame', () => {
  const frame: Frame = { type: 1, sequence: 200, data: Buffer.from('what it says, with \xa5\x5a in it', 'latin1') };

  it('comes through in any pieces', () => {
    const wire = Buffer.concat([writeFrame(frame), writeFrame({ ...frame, sequence: 201 })]);
    for (const size of [1, 3, 7, wire.length]) {
      const reader = new FrameReader();
      const came: Frame[] = [];
      for (let at = 0; at < wire.length; at += size) came.push(...reader.push(wire.subarray(at, at + size)));
      expect(came).toEqual([frame, { ...frame, sequence: 201 }]);
      expect(reader.bad).toBe(0);
    }
  });

  it('that is damaged is counted and skipped', () => {
    for (let at = 2; at < writeFrame(frame).length; at += 1) {
      const damaged = writeFrame(frame);
      damaged.writeUInt8(damaged.readUInt8(at) ^ 1, at);
      const reader = new FrameReader();
      /* A length that grew by its top bits waits for more: the next frames are that. */
      const came = reader.push(Buffer.concat([damaged, ...Array(12).fill(writeFrame({ ...frame, sequence: 7 }))]));
      expect(came.every((one) => one.sequence === 7)).toBe(true);
    }
    const reader = new FrameReader();
    expect(reader.push(Buffer.concat([Buffer.from('noise '), writeFrame(frame)]))).toEqual([frame]);
    expect(reader.bad).toBeGreaterThan(0);
  });
});

describe('the process', () => {
  let folder: string;
  let server: Server;
  let engine: ChildProcess;
  const lines: Socket[] = [];

  const connected = async (): Promise<Socket> => {
    const [socket] = (await once(server, 'connection')) as [Socket];
    lines.push(socket);
    return socket;
  };

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'postern-face-'));
    server = createServer().listen(join(folder, 'line'));
    const node = join(project, 'node_modules/.bin/node');
    engine = spawn(node, [join(project, 'tools/face/main.ts'), '--line', join(folder, 'line')], { stdio: 'ignore' });
  });
  afterAll(async () => {
    engine.kill();
    await once(engine, 'exit');
    for (const line of lines) line.destroy();
    server.close();
    rmSync(folder, { recursive: true });
  });

  /** The next `count` answers. */
  async function answers(line: Socket, count: number): Promise<Frame[]> {
    const reader = new FrameReader();
    const frames: Frame[] = [];
    while (frames.length < count) {
      const [chunk] = (await once(line, 'data')) as [Buffer];
      frames.push(...reader.push(chunk));
    }
    return frames;
  }

  it('answers, says that it is busy, and comes back to a line that ended', async () => {
    const line = await connected();
    const sense = (sequence: number): Buffer => writeFrame({ type: frameType.sense, sequence, data: jpeg(left) });
    line.write(Buffer.concat([sense(1), sense(2)]));
    const [busy, faces] = await answers(line, 2);
    expect(busy).toMatchObject({ type: frameType.busy, sequence: 2 });
    expect(faces).toMatchObject({ type: frameType.faces, sequence: 1 });
    expect(faces?.data).toHaveLength(2 + 128 * 4);
    expect(faces?.data.readUInt8(0)).toBe(1);
    line.destroy();
    const again = await connected();
    again.write(writeFrame({ type: frameType.sense, sequence: 3, data: Buffer.from('no picture at all') }));
    expect(await answers(again, 1)).toMatchObject([{ type: frameType.unreadable, sequence: 3 }]);
  });
});
