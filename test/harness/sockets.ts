// The kernel's table of TCP connections: what the daemon really holds, whatever it says.

import { readFileSync } from 'node:fs';

const hex = (port: number): string => `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`;

/** Connections that the daemon has at a port on 127.0.0.1, open or closed by the client (states 01 and 08); all, or the one
 * that comes from a port of ours. */
export function connectionsOf(port: number, from?: number): number {
  return readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local, remote, state]) => {
      const isOurs = local === hex(port) && (from === undefined || remote === hex(from));
      return isOurs && (state === '01' || state === '08');
    }).length;
}
