import type { ModuleState } from '@gen/users.ts';
import { screen, waitFor, within } from '@testing-library/preact';
import { mutate } from 'swr';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ModulesCard } from '../../../../web/features/machine/ModulesCard.tsx';
import { activateLanguage } from '../../../../web/lib/i18n.ts';
import { fakeTerminal, refusal } from '../../fakeTerminal.ts';
import { show } from '../../show.tsx';

beforeAll(() => activateLanguage('en'));
afterEach(() => mutate('modules', undefined));

const module = (change: Partial<ModuleState> = {}): ModuleState => ({
  factor: 'finger',
  fitted: true,
  online: true,
  capacity: 1000,
  count: 20,
  whole: true,
  done: 20,
  total: 20,
  failed: 0,
  ...change,
});
const open = (...modules: ModuleState[]) => {
  fakeTerminal({ modules: () => ({ modules }) });
  show(<ModulesCard />);
};

describe('the modules on the system page', () => {
  it('say that they are complete, full, or do not answer; what is not fitted is not there', async () => {
    open(
      module(),
      module({ factor: 'face', count: 1000, whole: false }),
      module({ factor: 'iris', online: false, whole: false }),
    );
    const [finger, face, iris] = await screen.findAllByRole('listitem');
    expect(finger?.textContent).toBe('FingersComplete: 20 of 1,000');
    expect(face?.textContent).toMatch(/^FaceFull: 1,000 of 1,000/);
    expect(iris?.textContent).toBe('IrisDoes not answer');
    expect(screen.getAllByRole('progressbar')).toHaveLength(1);
  });

  it('show how far one is that is brought up to date, and what it would not take', async () => {
    open(module({ whole: false, done: 5, failed: 2 }));
    const one = await screen.findByRole('listitem');
    within(one).getByText('Being brought up to date');
    within(one).getByText('5 of 20 templates compared');
    within(one).getByText('2 templates could not be written.');
    const bar = within(one).getByRole('progressbar', { name: 'Fingers' });
    expect([bar.getAttribute('value'), bar.getAttribute('max')]).toEqual(['5', '20']);
  });

  it('are no card where none is fitted, and an error that can be tried again', async () => {
    open(module({ fitted: false }));
    await waitFor(() => expect(screen.queryByText('Recognition modules')).toBeNull());
    await mutate('modules', undefined);
    fakeTerminal({ modules: () => Promise.reject(refusal('modules', 10001)) });
    show(<ModulesCard />);
    await screen.findByRole('button', { name: 'Try again' });
  });
});
