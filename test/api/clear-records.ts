// Vitest's global set-up of the API suite: forgets which calls earlier runs made.

import { clearRecords } from '../harness/recorder.ts';

export function setup(): void {
  clearRecords();
}
