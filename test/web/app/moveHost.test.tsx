/** The dialog of a network change cannot be fetched: the terminal is away. */
import '../browser.ts';
import { act, render, screen, waitFor } from '@testing-library/preact';
import { Suspense } from 'react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { MoveHost, movingPage } from '../../../web/app/moveHost.tsx';
import '../../../web/lib/consoleTexts.ts';
import { activateLanguage } from '../../../web/lib/i18n.ts';
import { endMove, startMove } from '../../../web/lib/move/store.ts';
import { pageOfWindow } from '../../../web/lib/reload.ts';

vi.mock('../../../web/features/network/move/MoveHost.tsx', () => {
  throw new Error('offline');
});

const window = { ...pageOfWindow };
const load = vi.fn();

beforeAll(() => activateLanguage('en'));
beforeEach(() => {
  load.mockClear();
  Object.assign(pageOfWindow, { untilAnswer: () => Promise.resolve(), load });
});
afterEach(() => {
  endMove();
  Object.assign(pageOfWindow, window);
});

it('loads the page again when a change was saved, and leaves it alone before', async () => {
  render(
    <Suspense fallback={<p>fetching</p>}>
      <MoveHost />
    </Suspense>,
  );
  await waitFor(() => expect(screen.queryByText('fetching')).toBeNull());
  expect(load).not.toHaveBeenCalled();
  act(() => {
    startMove('Ethernet', { confirmSeconds: 90, confirmCode: 'c', confirmUrl: '' });
  });
  await waitFor(() => expect(load).toHaveBeenCalledTimes(1));
});

it('and a page that needs it is not there either', async () => {
  await expect(movingPage(() => Promise.resolve(() => <p>the page</p>)).fetchCode()).rejects.toThrow();
});
