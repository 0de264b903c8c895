// The end of a terminal whose state nobody needs any more: without the copy of the database that a clean end makes, which for a full
// one takes long.

import type { Terminal } from '../harness/terminal.ts';

export async function drop(terminal: Terminal): Promise<void> {
  await terminal.daemon.kill();
  await terminal.stop();
}
