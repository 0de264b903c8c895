import '../browser.ts';
import { render, screen, waitFor } from '@testing-library/preact';
import { type ReactNode, useEffect, useState } from 'react';
import useSWR, { SWRConfig } from 'swr';
import { expect, it } from 'vitest';
import { usePaced } from '../../../web/lib/api/usePaced.ts';
import { polling } from '../../../web/lib/polling.ts';

const reads = { fixed: 0, chosen: 0, once: 0, drawn: 0 };

/** The second answer is an error. */
const read = async (key: keyof typeof reads) => {
  const count = ++reads[key];
  if (count === 2 || (key === 'once' && count === 1)) throw new Error('silent');
  return count;
};

function Card() {
  const fixed = useSWR('fixed', () => read('fixed'), { refreshInterval: 20, dedupingInterval: 10 });
  const chosen = usePaced(
    'chosen',
    () => read('chosen'),
    () => 20,
    { dedupingInterval: 10 },
  );
  useSWR('once', () => read('once'));
  return (
    <output>
      {Math.min(fixed.data ?? 0, chosen.data ?? 0) >= 4 && !fixed.error && !chosen.error ? 'goes on' : 'waits'}
    </output>
  );
}

/** Drawn far more often than it reads. */
function Restless() {
  const [, setTurn] = useState(0);
  const { data } = usePaced(
    'drawn',
    async () => ++reads.drawn,
    (count) => ((count ?? 0) < 3 ? 200 : 0),
    { dedupingInterval: 10 },
  );
  useEffect(() => {
    const timer = setInterval(() => setTurn((turn) => turn + 1), 20);
    return () => clearInterval(timer);
  }, []);
  return <output>{`read ${data}`}</output>;
}

const show = (card: ReactNode) =>
  render(<SWRConfig value={{ ...polling, provider: () => new Map() }}>{card}</SWRConfig>);

it('what is polled goes on after an error, what is read once does not', async () => {
  show(<Card />);
  await waitFor(() => expect(screen.getByText('goes on')).toBeTruthy());
  expect(reads.once).toBe(1);
});

it('a page that is drawn more often than its pace is read at its pace, and rests when it is 0', async () => {
  show(<Restless />);
  await waitFor(() => expect(screen.getByText('read 3')).toBeTruthy());
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(reads.drawn).toBe(3);
});
