// Archives of the initramfs (newc); the bytes depend only on the content.

export interface Entry {
  readonly path: string;
  readonly mode: number;
  readonly content?: Buffer;
}

const folder = 0o040000;
const file = 0o100000;

function record(index: number, { path, mode, content }: Entry): Buffer {
  const size = content?.length ?? 0;
  const type = content === undefined ? folder : file;
  const name = Buffer.from(`${path}\0`);
  const fields = [index, type | mode, 0, 0, content === undefined ? 2 : 1, 0, size, 0, 0, 0, 0, name.length, 0];
  const head = `070701${fields.map((field) => field.toString(16).padStart(8, '0')).join('')}`;
  const pad = (length: number): Buffer => Buffer.alloc((4 - (length % 4)) % 4);
  return Buffer.concat([
    Buffer.from(head),
    name,
    pad(head.length + name.length),
    content ?? Buffer.alloc(0),
    pad(size),
  ]);
}

const trailer = 'TRAILER!!!';

export function archive(entries: readonly Entry[]): Buffer {
  const records = entries.map((entry, index) => record(index + 1, entry));
  return Buffer.concat([...records, record(0, { path: trailer, mode: 0, content: Buffer.alloc(0) })]);
}
