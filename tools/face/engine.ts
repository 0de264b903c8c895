// Finds faces in a picture and describes each by 128 numbers: @vladmandic/face-api on TensorFlow's WebAssembly back end,
// completely on this machine, with the models of the package.

import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setBackend, type Tensor3D, tensor3d } from '@tensorflow/tfjs';
import { setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
import * as faceapi from '@vladmandic/face-api/dist/face-api.node-wasm.js';
import { decode as decodeJpeg } from 'jpeg-js';
import { PNG } from 'pngjs';

const require = createRequire(import.meta.url);
const folderOf = (file: string): string => dirname(require.resolve(file));

/** Longest side of the network input; larger pictures are scaled down first. */
const sideMax = 1024;
/** Pictures with more pixels are not decoded. */
const pixelsMax = 40_000_000;
const memoryMaxMb = 512;
/** Detections with a lower confidence are ignored. */
const sureFrom = 0.5;
/** Width of a face, in pixels, above which more pixels do not help. */
const wideFrom = 90;

export interface Faces {
  readonly count: number;
  /** Quality of the best one, 0 to 100. */
  readonly quality: number;
  /** 128 numbers, only if there is a single face. */
  readonly descriptor: Float32Array | undefined;
}

interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Four bytes a pixel. */
  readonly data: Uint8Array;
}

export async function startEngine(): Promise<void> {
  setWasmPaths(`${folderOf('@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm.wasm')}/`);
  await setBackend('wasm');
  const models = join(folderOf('@vladmandic/face-api/package.json'), 'model');
  await faceapi.nets.ssdMobilenetv1.loadFromDisk(models);
  await faceapi.nets.faceLandmark68Net.loadFromDisk(models);
  await faceapi.nets.faceRecognitionNet.loadFromDisk(models);
}

/** Width and height of a PNG are in its first chunk: checked before anything is unpacked. */
function pngPixels(picture: Buffer): number {
  return picture.readUInt32BE(16) * picture.readUInt32BE(20);
}

/** Throws when it is neither JPEG nor PNG, damaged, or too large. */
export function decodePicture(picture: Buffer): Pixels {
  if (picture.readUInt16BE(0) === 0xffd8) {
    return decodeJpeg(picture, {
      useTArray: true,
      maxResolutionInMP: pixelsMax / 1e6,
      maxMemoryUsageInMB: memoryMaxMb,
    });
  }
  if (picture.length < 24 || pngPixels(picture) > pixelsMax) throw new Error('no picture, or too large');
  return PNG.sync.read(picture);
}

/** Three bytes per pixel, no side longer than `sideMax`: nearest-neighbour scaling. */
function shrink({ width, height, data }: Pixels): Tensor3D {
  const scale = Math.max(1, Math.max(width, height) / sideMax);
  const columns = Math.max(1, Math.floor(width / scale));
  const rows = Math.max(1, Math.floor(height / scale));
  const rgb = new Int32Array(columns * rows * 3);
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const from = (Math.floor(row * scale) * width + Math.floor(column * scale)) * 4;
      const to = (row * columns + column) * 3;
      rgb[to] = data[from] ?? 0;
      rgb[to + 1] = data[from + 1] ?? 0;
      rgb[to + 2] = data[from + 2] ?? 0;
    }
  }
  return tensor3d(rgb, [rows, columns, 3], 'int32');
}

/** Throws like decodePicture(). */
export async function findFaces(picture: Buffer): Promise<Faces> {
  const pixels = shrink(decodePicture(picture));
  try {
    const found = await faceapi
      // biome-ignore lint/suspicious/noExplicitAny: face-api's types name a tensor of a copy of TensorFlow of its own
      .detectAllFaces(pixels as any, new faceapi.SsdMobilenetv1Options({ minConfidence: sureFrom }))
      .withFaceLandmarks()
      .withFaceDescriptors();
    const qualities = found.map(({ detection: { score, box } }) => score * Math.min(1, box.width / wideFrom) * 100);
    const [only] = found;
    return {
      count: found.length,
      quality: Math.round(Math.max(0, ...qualities)),
      descriptor: found.length === 1 ? only?.descriptor : undefined,
    };
  } finally {
    pixels.dispose();
  }
}
