// What a thousand connections that say nothing cost the ones that do.

import { connect, type Socket } from 'node:net';
import { Daemon } from '../harness/daemon.ts';
import { pin, residentKilobytes } from './process.ts';
import type { Scale } from './scale.ts';
import { median, pairedRatio } from './stats.ts';
import type { Row } from './table.ts';
import { cpuPerRequest } from './wrk.ts';

const sizes = { full: { idleCount: 1_000, rounds: 5 }, short: { idleCount: 20, rounds: 1 } } as const;
const kilobytesMost = 4;

async function openIdle(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      // One answered request, so that the connection is one that a browser keeps open.
      socket.write('GET / HTTP/1.1\r\nHost: terminal\r\n\r\n');
      socket.once('data', () => resolve(socket));
    });
    socket.once('error', reject);
  });
}

export async function benchIdle(scale: Scale): Promise<Row[]> {
  const { idleCount, rounds } = sizes[scale];
  const alone = await Daemon.start();
  const crowded = await Daemon.start();
  pin(alone.pid);
  pin(crowded.pid);
  const sockets: Socket[] = [];
  try {
    const before = residentKilobytes(crowded.pid).all;
    for (let i = 0; i < idleCount; i++) sockets.push(await openIdle(crowded.port));
    const grown = residentKilobytes(crowded.pid).all - before;
    const without: number[] = [];
    const withIdle: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const load = (origin: string) => ({ url: `${origin}/`, connections: 16, seconds: 1 });
      without.push(await cpuPerRequest([alone.pid], load(alone.origin)));
      withIdle.push(await cpuPerRequest([crowded.pid], load(crowded.origin)));
    }
    const open = sockets.filter((socket) => !socket.destroyed).length;
    const ratio = pairedRatio(withIdle, without);
    return [
      {
        key: 'idle/request',
        what: `${open} idle connections, c16, CPU a request`,
        ours: `${median(withIdle).toFixed(1)} µs`,
        reference: `none idle ${median(without).toFixed(1)} µs, x${ratio.toFixed(2)}`,
        ratio,
        budget: '<= 1.40 x none',
        value: open === idleCount ? ratio : Number.NaN,
        limit: 1.4,
      },
      {
        key: 'idle/memory',
        what: `memory of an idle connection, of ${open}`,
        ours: `${(grown / idleCount).toFixed(1)} kB`,
        reference: `before them ${(before / 1024).toFixed(1)} MB`,
        ratio: Number.NaN,
        budget: `<= ${kilobytesMost} kB`,
        value: open === idleCount ? grown / idleCount : Number.NaN,
        limit: kilobytesMost,
      },
    ];
  } finally {
    for (const socket of sockets) socket.destroy();
    await alone.dispose();
    await crowded.dispose();
  }
}
