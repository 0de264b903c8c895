/** Shows a page as the console does, with its questions and messages, and a cache of its own. */
import { render } from '@testing-library/preact';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { SWRConfig } from 'swr';
import { afterEach } from 'vitest';
import { ConfirmHost } from '../../web/ui/ConfirmHost.tsx';
import { pendingQuestion } from '../../web/ui/confirm.ts';
import { ToastRegion } from '../../web/ui/ToastRegion.tsx';
import type { Asked } from './fakeTerminal.ts';
import './browser.ts';

/* A question that a test leaves open would be the next one's. */
afterEach(() => pendingQuestion()?.answer(false));

export function show(page: ReactNode, address = '/') {
  return render(
    <SWRConfig value={{ provider: () => new Map(), shouldRetryOnError: false, dedupingInterval: 0 }}>
      <MemoryRouter initialEntries={[address]}>{page}</MemoryRouter>
      <ConfirmHost />
      <ToastRegion />
    </SWRConfig>,
  );
}

/** What a call was asked with, in order. */
export function requests(asked: readonly Asked[], call: string): unknown[] {
  return asked.filter((one) => one.call === call).map(({ request }) => request);
}
