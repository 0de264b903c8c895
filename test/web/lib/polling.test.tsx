import '../browser.ts';
import { render, screen, waitFor } from '@testing-library/preact';
import useSWR, { SWRConfig } from 'swr';
import { expect, it } from 'vitest';
import { polling } from '../../../web/lib/polling.ts';

const reads = { fixed: 0, chosen: 0, once: 0 };

/** The second answer is an error. */
const read = async (key: keyof typeof reads) => {
  const count = ++reads[key];
  if (count === 2 || (key === 'once' && count === 1)) throw new Error('silent');
  return count;
};

function Card() {
  const fixed = useSWR('fixed', () => read('fixed'), { refreshInterval: 20, dedupingInterval: 10 });
  const chosen = useSWR('chosen', () => read('chosen'), { refreshInterval: () => 20, dedupingInterval: 10 });
  useSWR('once', () => read('once'));
  return (
    <output>
      {Math.min(fixed.data ?? 0, chosen.data ?? 0) >= 4 && !fixed.error && !chosen.error ? 'goes on' : 'waits'}
    </output>
  );
}

it('what is polled goes on after an error, what is read once does not', async () => {
  render(
    <SWRConfig value={{ ...polling, provider: () => new Map() }}>
      <Card />
    </SWRConfig>,
  );
  await waitFor(() => expect(screen.getByText('goes on')).toBeTruthy());
  expect(reads.once).toBe(1);
});
