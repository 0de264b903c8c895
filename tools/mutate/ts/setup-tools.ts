// Tests of tools start programs, which read the active mutant from the environment.

import { beforeAll, inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    activeMutant: string | undefined;
    mode: string | undefined;
  }
}

beforeAll(() => {
  const mutant = inject('mode') === 'mutant' ? inject('activeMutant') : undefined;
  if (mutant === undefined) delete process.env['__STRYKER_ACTIVE_MUTANT__'];
  else process.env['__STRYKER_ACTIVE_MUTANT__'] = mutant;
});
