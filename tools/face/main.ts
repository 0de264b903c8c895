// The engine of the simulated face module: waits at the module's line for pictures and reports the faces in them.
//
//   npx node tools/face/main.ts --line build/run/bench.face

import { connect, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { findFaces, startEngine } from './engine.ts';
import { type Frame, FrameReader, frameType, writeFrame } from './frames.ts';

/** Delay before a missing or closed line is tried again. */
const againMs = 500;

const { values } = parseArgs({ options: { line: { type: 'string' } } });

function facesSaid(count: number, quality: number, descriptor: Float32Array | undefined): Buffer {
  const said = Buffer.alloc(2 + (descriptor === undefined ? 0 : descriptor.length * 4));
  said.writeUInt8(Math.min(count, 255), 0);
  said.writeUInt8(quality, 1);
  descriptor?.forEach((number, at) => {
    said.writeFloatBE(number, 2 + at * 4);
  });
  return said;
}

async function answerTo({ sequence, data }: Frame): Promise<Frame> {
  try {
    const { count, quality, descriptor } = await findFaces(data);
    return { type: frameType.faces, sequence, data: facesSaid(count, quality, descriptor) };
  } catch {
    return { type: frameType.unreadable, sequence, data: Buffer.alloc(0) };
  }
}

/** Settled when the line has ended. */
function serveLine(socket: Socket): Promise<void> {
  const reader = new FrameReader();
  let working = false;
  const take = async (frame: Frame): Promise<void> => {
    if (frame.type !== frameType.sense) return;
    if (working) {
      socket.write(writeFrame({ type: frameType.busy, sequence: frame.sequence, data: Buffer.alloc(0) }));
      return;
    }
    working = true;
    // The work blocks everything else: waiting data is read, and refused, before.
    await setImmediate();
    const answer = await answerTo(frame);
    working = false;
    socket.write(writeFrame(answer));
  };
  return new Promise((resolve) => {
    socket.on('data', (chunk) => {
      for (const frame of reader.push(chunk)) void take(frame);
    });
    socket.on('error', () => socket.destroy());
    socket.on('close', () => resolve());
  });
}

if (values.line === undefined) {
  console.error('usage: npx node tools/face/main.ts --line SOCKET');
  process.exit(2);
}
await startEngine();
console.log('the engine is ready');
for (;;) {
  await serveLine(connect(values.line));
  await new Promise((resolve) => setTimeout(resolve, againMs));
}
