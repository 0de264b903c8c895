// What TLS costs: full and resumed handshakes beside nginx (OpenSSL) with a certificate of the same kind, CPU of the server with
// the connection and one small request in it; and the memory of a connection that waits.

import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { Daemon, temporaryFolder } from '../harness/daemon.ts';
import { makePair, secureConnect } from '../harness/secure.ts';
import { startNginx } from './nginx.ts';
import { cpuNanoseconds, end, freePort, loadCore, pin, residentKilobytes } from './process.ts';
import type { Scale } from './scale.ts';
import { median, pairedRatio } from './stats.ts';
import type { Row } from './table.ts';

/** `idleCount`: below the limit of connections over TLS. */
const sizes = { full: { rounds: 5, idleCount: 200 }, short: { rounds: 1, idleCount: 5 } } as const;
const kilobytesMost = 24; // 1.5 x nginx with OpenSSL

/** Connections for a second, one behind the other, each with its handshake and one request that is answered 404. */
async function connections(port: number, mode: '-new' | '-reuse'): Promise<number> {
  const args = ['-connect', `127.0.0.1:${port}`, '-tls1_3', '-time', '1', '-www', '/nothing', mode];
  const output = await new Promise<string>((resolve, reject) => {
    const child = spawn('taskset', ['-c', loadCore, 'openssl', 's_time', ...args], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let text = '';
    child.stdout.setEncoding('utf8');
    child.stdout.on('data', (part: string) => {
      text += part;
    });
    child.once('error', reject);
    child.once('close', (code) => (code === 0 ? resolve(text) : reject(new Error(`s_time ended with ${code}`))));
  });
  const count = Number(/^(\d+) connections in \d+ real seconds/m.exec(output)?.[1]);
  if (!(count > 0)) throw new Error(`s_time counted nothing:\n${output}`);
  return count;
}

/** CPU microseconds that the server with these pids spent on each. */
async function cpuPerConnection(pids: readonly number[], port: number, mode: '-new' | '-reuse'): Promise<number> {
  const spent = (): number => pids.reduce((sum, pid) => sum + cpuNanoseconds(pid), 0);
  const before = spent();
  const count = await connections(port, mode);
  return (spent() - before) / 1000 / count;
}

interface Servers {
  readonly ours: { readonly pid: number; readonly port: number };
  readonly nginx: { readonly pids: readonly number[]; readonly port: number };
}

async function compare(what: string, mode: '-new' | '-reuse', servers: Servers, rounds: number): Promise<Row> {
  const ours: number[] = [];
  const web: number[] = [];
  for (let round = 0; round < rounds; round++) {
    ours.push(await cpuPerConnection([servers.ours.pid], servers.ours.port, mode));
    web.push(await cpuPerConnection(servers.nginx.pids, servers.nginx.port, mode));
  }
  const ratio = pairedRatio(ours, web);
  return {
    key: `tls/${what}`,
    what: `TLS 1.3 ${what} handshake and one request, CPU`,
    ours: `${median(ours).toFixed(0)} µs`,
    reference: `nginx ${median(web).toFixed(0)} µs, x${ratio.toFixed(2)}`,
    ratio,
    budget: '<= 1.00 x nginx',
    value: ratio,
    limit: 1,
  };
}

/** Resident memory that each connection adds after one answered request. */
async function idleKilobytes(pids: readonly number[], port: number, idleCount: number): Promise<number> {
  const resident = (): number => pids.reduce((sum, pid) => sum + residentKilobytes(pid).all, 0);
  const sockets: TLSSocket[] = [];
  try {
    sockets.push(await answered(port)); // what the first one makes is not of the others
    const before = resident();
    for (let i = 0; i < idleCount; i++) sockets.push(await answered(port));
    return (resident() - before) / idleCount;
  } finally {
    for (const socket of sockets) socket.destroy();
  }
}

async function answered(port: number): Promise<TLSSocket> {
  const socket = await secureConnect(port);
  await new Promise((resolve) => {
    socket.once('data', resolve);
    socket.write('GET /nothing.js HTTP/1.1\r\nHost: terminal\r\n\r\n');
  });
  return socket;
}

async function compareIdle(servers: Servers, idleCount: number): Promise<Row> {
  const ours = await idleKilobytes([servers.ours.pid], servers.ours.port, idleCount);
  const web = await idleKilobytes(servers.nginx.pids, servers.nginx.port, idleCount);
  return {
    key: 'tls/idle',
    what: `memory of an idle TLS connection, of ${idleCount}`,
    ours: `${ours.toFixed(1)} kB`,
    reference: `nginx ${web.toFixed(1)} kB, x${(ours / web).toFixed(2)}`,
    ratio: ours / web,
    budget: `<= ${kilobytesMost} kB`,
    value: ours,
    limit: kilobytesMost,
  };
}

export async function benchTls(scale: Scale): Promise<Row[]> {
  const { rounds, idleCount } = sizes[scale];
  const folder = temporaryFolder();
  const root = join(folder, 'root');
  mkdirSync(root);
  makePair(folder, 'bench.example');
  const port = await freePort();
  const nginx = await startNginx(folder, root, port, {
    certificate: join(folder, 'bench.example.crt'),
    key: join(folder, 'bench.example.key'),
  });
  const daemon = await Daemon.start();
  pin(daemon.pid);
  const servers: Servers = {
    ours: { pid: daemon.pid, port: daemon.httpsPort },
    nginx: { pids: nginx.pids, port },
  };
  try {
    console.log(execFileSync('openssl', ['version'], { encoding: 'utf8' }).trim());
    return [
      await compare('full', '-new', servers, rounds),
      await compare('resumed', '-reuse', servers, rounds),
      await compareIdle(servers, idleCount),
    ];
  } finally {
    await end(nginx.child);
    await daemon.dispose();
    rmSync(folder, { recursive: true, force: true });
  }
}
