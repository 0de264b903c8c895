// The kernel's table of TCP connections: the connections that the daemon really has.

import { readFileSync } from 'node:fs';

const hex = (port: number): string => `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`;

/** Rows of the table for a port on 127.0.0.1: local end, remote end, state, the kernel's two queues. */
const rowsAt = (port: number): string[][] =>
  readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/).slice(1, 5))
    .filter(([local]) => local === hex(port));

/**
 * The daemon's connections at a port on 127.0.0.1, open or closed by the client (states 01 and 08), including those that wait
 * to be accepted; all, or those from `ours`, ports of this side. The kernel returns its table a page at a time:
 * when other sockets open and close meanwhile, a row may appear twice, which counts once, or be missing.
 */
export function connectionsOf(port: number, ...ours: readonly number[]): number {
  const wanted = new Set(ours.map(hex));
  const remotes = rowsAt(port)
    .filter(([, , state]) => state === '01' || state === '08')
    .map(([, remote = '']) => remote)
    .filter((remote) => ours.length === 0 || wanted.has(remote));
  return new Set(remotes).size;
}

/** Connections that the daemon has not accepted yet. */
export function unacceptedOf(port: number): number {
  const listener = rowsAt(port).find(([, , state]) => state === '0A');
  if (listener === undefined) throw new Error(`nobody listens on ${port}`);
  return Number.parseInt(listener[3]?.split(':')[1] ?? '', 16);
}
