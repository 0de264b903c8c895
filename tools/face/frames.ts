// Frames on the line of the face module; documented in firmware/hal/sim/sim_frames.h, which is the other end.

export const frameType = { sense: 0x01, faces: 0x81, busy: 0x82, unreadable: 0x83 } as const;

/** Maximum bytes of a frame to the engine: a picture. */
const saysMax = 8 * 1024 * 1024;
const head = 8;
const tail = 2;

export interface Frame {
  readonly type: number;
  readonly sequence: number;
  readonly data: Buffer;
}

const table = Uint16Array.from({ length: 256 }, (_, octet) => {
  let crc = octet << 8;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1;
  return crc & 0xffff;
});

/** CRC-16/CCITT-FALSE. */
export function crc16(data: Uint8Array): number {
  let crc = 0xffff;
  for (const octet of data) crc = ((crc << 8) ^ (table[(crc >> 8) ^ octet] ?? 0)) & 0xffff;
  return crc;
}

export function writeFrame({ type, sequence, data }: Frame): Buffer {
  const frame = Buffer.alloc(head + data.length + tail);
  frame.writeUInt16BE(0xa55a, 0);
  frame.writeUInt8(type, 2);
  frame.writeUInt8(sequence, 3);
  frame.writeUInt32BE(data.length, 4);
  data.copy(frame, head);
  frame.writeUInt16BE(crc16(frame.subarray(2, head + data.length)), head + data.length);
  return frame;
}

/** Collects received data and returns valid frames; invalid ones are counted and skipped. */
export class FrameReader {
  #parts: Buffer[] = [];
  #length = 0;
  bad = 0;

  push(chunk: Buffer): Frame[] {
    this.#parts.push(chunk);
    this.#length += chunk.length;
    const frames: Frame[] = [];
    while (this.#length >= head) {
      // A picture arrives in many chunks: they are joined once, not for each chunk.
      if ((this.#parts[0]?.length ?? 0) < head) this.#join();
      const first = this.#parts[0] ?? Buffer.alloc(0);
      const says = first.readUInt32BE(4);
      if (first.readUInt16BE(0) !== 0xa55a || says > saysMax) {
        this.#skip(1);
      } else if (this.#length < head + says + tail) {
        break;
      } else {
        const whole = this.#join().subarray(0, head + says + tail);
        if (crc16(whole.subarray(2, head + says)) === whole.readUInt16BE(head + says)) {
          frames.push({
            type: whole.readUInt8(2),
            sequence: whole.readUInt8(3),
            data: whole.subarray(head, head + says),
          });
          this.#drop(whole.length);
        } else {
          this.#skip(1);
        }
      }
    }
    return frames;
  }

  #join(): Buffer {
    const all = this.#parts.length === 1 ? (this.#parts[0] ?? Buffer.alloc(0)) : Buffer.concat(this.#parts);
    this.#parts = [all];
    return all;
  }

  /** Skips to the next byte that may begin a frame. */
  #skip(from: number): void {
    this.bad += 1;
    const all = this.#join();
    const next = all.indexOf(0xa5, from);
    this.#drop(next < 0 ? all.length : next);
  }

  #drop(octets: number): void {
    const rest = this.#join().subarray(octets);
    this.#parts = rest.length > 0 ? [rest] : [];
    this.#length = rest.length;
  }
}
