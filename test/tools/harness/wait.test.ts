import { afterEach, expect, it, vi } from 'vitest';

/* The limit is read when the module is loaded: a twentieth of a second here. */
async function impatient(): Promise<typeof import('../../harness/wait.ts')> {
  vi.resetModules();
  vi.stubEnv('TEST_PATIENCE', '0.05');
  return import('../../harness/wait.ts');
}

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

it('gives what the probe gives at last', async () => {
  const { until } = await import('../../harness/wait.ts');
  const said = [undefined, false, 0] as const;
  let asked = 0;
  expect(await until('a number', () => said[asked++], { everyMs: 1 })).toBe(0);
});

it('says what was waited for in vain', async () => {
  const { until, within, WaitError } = await impatient();
  await expect(until('the moon', () => false)).rejects.toThrow('waited 50 ms in vain for the moon');
  await expect(within('the sun', new Promise(() => undefined))).rejects.toBeInstanceOf(WaitError);
});

it('watches that something does not come', async () => {
  const { staysAway } = await import('../../harness/wait.ts');
  await staysAway('food', () => false, 20);
  await expect(staysAway('food', () => true, 20)).rejects.toThrow('food came');
});

it.each(['0', '-1', 'soon'])('refuses a patience of %s', async (text) => {
  vi.resetModules();
  vi.stubEnv('TEST_PATIENCE', text);
  await expect(import('../../harness/patience.ts')).rejects.toThrow(`not ${text}`);
});

it('is four times as patient with the build of the thread sanitizer', async () => {
  vi.stubEnv('POSTERN_SLOW', undefined);
  vi.stubEnv('TEST_PATIENCE', undefined);
  vi.resetModules();
  const usual = (await import('../../harness/patience.ts')).patienceMs;
  vi.stubEnv('POSTERN_SLOW', '1');
  vi.resetModules();
  const slow = (await import('../../harness/patience.ts')).patienceMs;
  expect([usual, slow]).toEqual([180_000, 720_000]);
});
