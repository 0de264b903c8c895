// A room that cannot be tried is reported, and the others are tried all the same.

import { expect, it } from 'vitest';
import { mutateTypeScript } from '../../../../tools/mutate/ts/run.ts';

const files = ['web/lib/nowhere.ts', 'tools/arch/nowhere.ts'];
const request = { files, sample: 1, seed: 1, seconds: undefined };

it('goes on behind a room that cannot be read', async () => {
  const failed: string[] = [];
  const onFailure = (room: string, error: unknown) => failed.push(`${room}: ${String(error)}`);
  expect(await mutateTypeScript({ ...request, onFailure })).toEqual([]);
  expect(failed).toEqual([expect.stringMatching(/^web\/lib.*ENOENT/), expect.stringMatching(/^tools\/arch.*ENOENT/)]);
});

it('ends at the first one where nobody wants to be told', async () => {
  await expect(mutateTypeScript(request)).rejects.toThrow(/ENOENT/);
});
