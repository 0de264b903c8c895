import type { ProductionStateReply, ProductionStep } from '@gen/engineer.ts';
import { ErrorCode } from '@gen/errors.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Production } from '../../../../web/features/engineer/Production.tsx';
import { TestPage } from '../../../../web/features/engineer/TestPage.tsx';
import { activateLanguage } from '../../../../web/lib/i18n.ts';
import { setSession } from '../../../../web/lib/session.ts';
import { clearToasts } from '../../../../web/ui/toast.ts';
import { account } from '../../account.ts';
import { type Answer, fakeTerminal, refusal } from '../../fakeTerminal.ts';
import { requests, show } from '../../show.tsx';

beforeAll(() => activateLanguage('en'));
beforeEach(() => setSession(account()));
afterEach(() => {
  clearToasts();
  vi.restoreAllMocks();
  setSession(null);
});

const step = (name: string, change: Partial<ProductionStep> = {}): ProductionStep => ({
  name,
  verdict: 'waiting',
  why: 'nothing',
  measured: '',
  reason: '',
  ...change,
});
const none: ProductionStateReply = {
  phase: 'none',
  passed: false,
  steps: [],
  at: '',
  ask: 'nothing',
  shown: '',
  secondsLeft: 0,
  sha256: '',
};
const running: ProductionStateReply = {
  ...none,
  phase: 'running',
  steps: [
    step('clock', { verdict: 'passed', measured: 'drift 0 ms' }),
    step('storage', { verdict: 'failed', why: 'silent' }),
    step('display'),
    step('hologram'),
  ],
  at: 'display',
  ask: 'seen',
  shown: '7342',
  secondsLeft: 42,
};
const done: ProductionStateReply = {
  ...running,
  phase: 'done',
  at: '',
  ask: 'nothing',
  sha256: 'ab12',
  secondsLeft: 0,
};

let now: ProductionStateReply;
const open = async (state: ProductionStateReply, answers: Record<string, Answer> = {}) => {
  now = state;
  const asked = fakeTerminal({
    productionState: () => now,
    setMode: () => ({}),
    productionStart: () => {
      now = running;
      return {};
    },
    productionAnswer: () => ({}),
    SetInfoParam: () => ({ Serial: 'PT-1', deviceName: 'Door', buildId: 'b', firmwareVersion: '1' }),
    ...answers,
  });
  show(<Production />);
  await screen.findByRole('heading', { name: 'Production test' });
  return asked;
};
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const row = (name: string) => screen.getByText(name, { selector: 'strong' }).closest('li') as HTMLElement;

describe('the production test', () => {
  it('is asked for by nobody but a super session', async () => {
    const asked = fakeTerminal({ test_takephoto: () => ({ name: 'x', content: new Blob(['x']) }) });
    URL.createObjectURL = () => 'blob:still';
    show(<TestPage />);
    await screen.findByText('This needs the engineer password');
    expect(asked.map(({ call }) => call)).not.toContain('productionState');
  });

  it('begins with the mode, and says before that nobody is let in', async () => {
    const asked = await open(none);
    screen.getByText(/nobody is let in/);
    press('Begin');
    await screen.findByText('Does the display show 7342?');
    expect(requests(asked, 'setMode')).toEqual([{ mode: 'productionTest' }]);
    expect(requests(asked, 'productionStart')).toHaveLength(1);
  });

  it('shows each device with its verdict, by the names of the self-test', async () => {
    await open(running);
    expect(row('Clock chip').textContent).toContain('drift 0 ms');
    expect(row('Clock chip').textContent).toContain('Good');
    expect(row('Storage').textContent).toContain('Does not answer');
    expect(row('Storage').textContent).toContain('Failed');
    expect(row('Display').getAttribute('aria-current')).toBe('step');
    row('hologram');
    screen.getByText('42 seconds left');
  });

  it('sends what was answered about the device that is on', async () => {
    const asked = await open(running);
    press('Yes');
    press('Try again');
    await waitFor(() => expect(requests(asked, 'productionAnswer')).toHaveLength(1));
    await waitFor(() => expect(screen.getByRole('button', { name: 'No' }).getAttribute('aria-busy')).toBeNull());
    press('No');
    await waitFor(() =>
      expect(requests(asked, 'productionAnswer')).toEqual([
        { name: 'display', answer: 'yes' },
        { name: 'display', answer: 'no' },
      ]),
    );
  });

  it('skips with a reason alone', async () => {
    const asked = await open({ ...running, ask: 'card', at: 'reader' });
    expect(screen.queryByRole('button', { name: 'Yes' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Skip' })).toHaveProperty('disabled', true);
    fireEvent.input(screen.getByLabelText('Reason'), { target: { value: ' no reader ' } });
    press('Skip');
    await waitFor(() =>
      expect(requests(asked, 'productionAnswer')).toEqual([{ name: 'reader', answer: 'skip', reason: 'no reader' }]),
    );
    await waitFor(() => expect((screen.getByLabelText('Reason') as HTMLInputElement).value).toBe(''));
  });

  it('switches the relay when it is told to, and then asks', async () => {
    const asked = await open(
      { ...running, ask: 'relay', at: 'door' },
      {
        productionAnswer: () => {
          now = { ...running, ask: 'moved', at: 'door' };
          return {};
        },
      },
    );
    screen.getByText(/The lock is released/);
    press('Open now');
    await screen.findByText('Did the relay click?');
    expect(requests(asked, 'productionAnswer')).toEqual([{ name: 'door', answer: 'again' }]);
  });

  it('asks before a result is thrown away', async () => {
    const asked = await open(done);
    expect(screen.getByText(/SHA-256/, { selector: '.notice p' }).textContent).toBe('SHA-256 ab12');
    press('Begin');
    const question = await screen.findByRole('alertdialog');
    within(question).getByText('The result is lost unless it was downloaded.');
    fireEvent.click(within(question).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(requests(asked, 'productionStart')).toEqual([]);
  });

  it('ends early with the mode', async () => {
    const asked = await open(running, {
      setMode: () => {
        now = done;
        return {};
      },
    });
    press('End');
    const question = await screen.findByRole('alertdialog');
    within(question).getByText('What was not tried yet has failed.');
    fireEvent.click(within(question).getByRole('button', { name: 'End' }));
    await screen.findByRole('button', { name: 'Download' });
    expect(requests(asked, 'setMode')).toEqual([{ mode: 'normal' }]);
  });

  it('is printed with a line to sign on', async () => {
    const printed = vi.spyOn(window, 'print').mockImplementation(() => undefined);
    await open({ ...done, passed: true });
    press('Print');
    await waitFor(() => expect(printed).toHaveBeenCalledTimes(1));
    const sheet = document.querySelector('.print-sheet');
    expect(sheet?.textContent).toContain('Production test: Good');
    expect(sheet?.textContent).toContain('SHA-256 ab12');
    expect(sheet?.textContent).toContain('Signature of');
  });

  it('says what cannot be read, and reads it again', async () => {
    let fails = true;
    fakeTerminal({
      productionState: () => {
        if (fails) throw refusal('productionState', ErrorCode.busy);
        return none;
      },
    });
    show(<Production />);
    await screen.findByText(/The terminal is busy/);
    fails = false;
    press('Try again');
    await screen.findByRole('button', { name: 'Begin' });
  });
});
