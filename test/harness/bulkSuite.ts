// Common set-up of the test files of bulk import.

import { afterAll, afterEach } from 'vitest';
import { settled } from './bulk.ts';
import type { Terminal } from './terminal.ts';

/** Leaves no job after a test, and no terminal after the file. */
export function leaveNoJob(terminal: () => Terminal): void {
  afterAll(() => terminal().stop());
  afterEach(async () => {
    await settled(terminal().admin);
    await terminal().admin.call('bulkCancel', {});
  });
}
