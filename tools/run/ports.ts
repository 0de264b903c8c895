// Free loopback ports.

import { createServer } from 'node:net';

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

/** The first port from `from` that is free and not in `taken`. */
export async function freePort(from: number, taken: readonly number[] = []): Promise<number> {
  for (let port = from; port < from + 100; port += 1) {
    if (!taken.includes(port) && (await isFree(port))) return port;
  }
  throw new Error(`no port is free from ${from} to ${from + 99}`);
}
