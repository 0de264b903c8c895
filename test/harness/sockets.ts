// The kernel's table of TCP connections: what the daemon really holds, whatever it says.

import { readFileSync } from 'node:fs';

/** Connections that the daemon has at a port on 127.0.0.1, open or closed by the client (states 01 and 08). */
export function connectionsOf(port: number): number {
  const address = `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  return readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local, , state]) => local === address && (state === '01' || state === '08')).length;
}
