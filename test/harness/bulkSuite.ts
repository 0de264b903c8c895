// Common set-up of the test files of bulk import.

import { afterAll, afterEach, beforeAll } from 'vitest';
import { settled } from './bulk.ts';
import { Terminal } from './terminal.ts';

/** Starts a terminal for the tests of a file, stops it after them, and leaves no job after a test. */
export function startForBulk(prepare: (terminal: Terminal) => Promise<void> | void): void {
  let terminal: Terminal;
  beforeAll(async () => {
    terminal = await Terminal.start();
    await prepare(terminal);
  });
  afterAll(() => terminal.stop());
  afterEach(async () => {
    await settled(terminal.admin);
    await terminal.admin.call('bulkCancel', {});
  });
}
