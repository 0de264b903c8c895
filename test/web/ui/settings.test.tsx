import '../browser.ts';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/preact';
import { MemoryRouter } from 'react-router-dom';
import { SWRConfig } from 'swr';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ApiError } from '../../../web/lib/api/apiError.ts';
import { activateLanguage } from '../../../web/lib/i18n.ts';
import { setSession } from '../../../web/lib/session.ts';
import { SchemaForm } from '../../../web/ui/SchemaForm.tsx';
import { SettingsPage } from '../../../web/ui/SettingsPage.tsx';
import { clearToasts, currentToasts } from '../../../web/ui/toast.ts';
import { account } from '../account.ts';
import { type Asked, fakeTerminal, refusal } from '../fakeTerminal.ts';
import { type DemoValues, demo, reply } from '../lib-settings/page.ts';

/** A terminal with one page of settings; `other` saves as somebody else would. */
class World {
  now: Record<string, unknown> = { ...reply };
  write = true;
  refuse: (() => Error) | null = null;
  /** A save takes until this is over. */
  slow: Promise<void> = Promise.resolve();
  /** The account's rights cannot be read. */
  powerFails = false;
  /** The page cannot be read. */
  readFails = false;
  asked: Asked[] = [];

  other(change: object): void {
    this.now = { ...this.now, ...change, revision: Number(this.now['revision']) + 1 };
  }

  start(): void {
    this.asked = fakeTerminal({
      checkPower: () => {
        if (this.powerFails) throw refusal('checkPower', 12013);
        return { read: true, write: this.write };
      },
      SetDemo: () => {
        if (this.readFails) throw refusal('SetDemo', 12013);
        return this.now;
      },
      GetDemo: async ({ revision, key, ...change }: { revision: number; key?: string }) => {
        await this.slow;
        if (this.refuse) throw this.refuse();
        if (revision !== this.now['revision']) throw refusal('GetDemo', 12020);
        this.other({ ...change, ...(key === undefined ? {} : { hasKey: key !== '' }) });
        return { revision: this.now['revision'], changed: Object.keys(change) };
      },
    });
  }

  sent(): unknown[] {
    return this.asked.filter(({ call }) => call === 'GetDemo').map(({ request }) => request);
  }
}

let world: World;

beforeAll(() => activateLanguage('en'));
beforeEach(() => {
  clearToasts();
  world = new World();
  setSession(account({ roles: ['network'] }));
});

/** The address is asked for where a network is joined, as pages do that hide what has no meaning. */
const namesFor = ({ mode }: DemoValues, hides: boolean) =>
  demo.fields.map(({ name }) => name).filter((name) => !hides || name !== 'address' || mode === 'client');

async function show(hides = false): Promise<void> {
  mount(hides);
  await screen.findByLabelText('name');
}

function mount(hides: boolean): void {
  world.start();
  render(
    <SWRConfig value={{ provider: () => new Map(), shouldRetryOnError: false }}>
      <MemoryRouter>
        <SettingsPage
          page={demo}
          title="Demo"
          intro="What it does."
          actions={(form) => (
            <button type="button" onClick={() => void form.refresh()}>
              refresh
            </button>
          )}
          valueWords={(name, value) => (name === 'volume' ? `step ${value}` : undefined)}
          check={({ mode, address }) => (mode === 'client' && address === '' ? { address: 'needed here' } : {})}
        >
          {(form) => (
            <>
              <output>{form.state.linkUp ? 'link up' : 'link down'}</output>
              <SchemaForm form={form} names={namesFor(form.values, hides)} />
            </>
          )}
        </SettingsPage>
      </MemoryRouter>
    </SWRConfig>,
  );
}

const box = (label: string) => screen.getByLabelText(label) as HTMLInputElement;
const type = (label: string, value: string) => fireEvent.input(box(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const save = () => press('Save');
const toasts = () => currentToasts().map(({ text }) => text);

describe('a page of settings', () => {
  it('draws each kind as its declaration has it', async () => {
    await show();
    expect(box('name').value).toBe('Gate');
    expect(box('volume').type).toBe('range');
    expect(screen.getByText('10 to 3,600')).toBeTruthy();
    expect(screen.getByRole('switch', { name: 'on' })).toBeTruthy();
    expect((screen.getByLabelText('Join a network') as HTMLInputElement).type).toBe('radio');
    expect(screen.getByRole('group', { name: 'parts' })).toBeTruthy();
    expect([box('key').type, box('key').value]).toEqual(['password', '']);
    expect(box('key').placeholder).toBe('Set; type to replace');
    expect(screen.getByText('link up')).toBeTruthy();
  });

  it('sends what differs with the revision, and then nothing differs', async () => {
    await show();
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
    type('name', 'Door');
    type('volume', '5');
    expect(screen.getAllByText('2 changes').length).toBeGreaterThan(0);
    save();
    await waitFor(() => expect(world.sent()).toEqual([{ name: 'Door', volume: 5, revision: 5 }]));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull());
    expect(toasts()).toEqual(['Saved']);
    expect(box('name').value).toBe('Door');
  });

  it('keeps what is typed while a save runs, secrets alike', async () => {
    let done = () => {};
    world.slow = new Promise((resolve) => {
      done = resolve;
    });
    await show();
    type('name', 'Door');
    type('volume', '5');
    type('key', 'open sesame');
    save();
    await waitFor(() => expect(world.sent()).toHaveLength(1));
    type('name', 'Gate');
    type('wait', '70');
    type('key', 'open barley');
    done();
    await waitFor(() => expect(toasts()).toEqual(['Saved']));
    expect([box('name').value, box('wait').value, box('key').value]).toEqual(['Gate', '70', 'open barley']);
    expect(screen.getAllByText('3 changes').length).toBeGreaterThan(0);
    save();
    await waitFor(() =>
      expect(world.sent().at(-1)).toEqual({ name: 'Gate', wait: 70, key: 'open barley', revision: 6 }),
    );
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull());
  });

  it('sends nothing while nothing differs, and a save once however often it is asked for', async () => {
    let done = () => {};
    world.slow = new Promise((resolve) => {
      done = resolve;
    });
    await show();
    const form = screen.getByRole('form', { name: 'Demo' });
    fireEvent.submit(form);
    type('name', 'Door');
    fireEvent.submit(form);
    await waitFor(() => expect(world.sent()).toHaveLength(1));
    fireEvent.submit(form);
    done();
    await waitFor(() => expect(toasts()).toEqual(['Saved']));
    fireEvent.submit(form);
    expect(world.sent()).toEqual([{ name: 'Door', revision: 5 }]);
  });

  it('neither judges nor sends what was typed into a field that is gone', async () => {
    await show(true);
    fireEvent.click(screen.getByLabelText('Join a network'));
    type('address', '192.168.');
    type('name', 'Door');
    expect(screen.getAllByText('3 changes').length).toBeGreaterThan(0);
    fireEvent.click(screen.getByLabelText('Off'));
    await waitFor(() => expect(screen.queryByLabelText('address')).toBeNull());
    expect(screen.getAllByText('1 change').length).toBeGreaterThan(0);
    save();
    await waitFor(() => expect(world.sent()).toEqual([{ name: 'Door', revision: 5 }]));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull());
    fireEvent.click(screen.getByLabelText('Join a network'));
    expect((await screen.findByLabelText('address')) as HTMLInputElement).toHaveProperty('value', '');
  });

  it('says a refusal about a field that is not there', async () => {
    world.refuse = () => refusal('GetDemo', 12007, { field: 'address' });
    await show(true);
    type('name', 'Door');
    save();
    await waitFor(() => expect(toasts()).toEqual([expect.stringMatching(/^address: ./)]));
    expect(box('name').value).toBe('Door');
  });

  it('says that the rights could not be read, and tries again', async () => {
    world.powerFails = true;
    mount(false);
    const again = await screen.findByRole('button', { name: 'Try again' });
    world.powerFails = false;
    fireEvent.click(again);
    await screen.findByLabelText('name');
  });

  it('takes everything back with Discard', async () => {
    await show();
    type('name', 'Door');
    fireEvent.click(screen.getByRole('switch', { name: 'on' }));
    press('Discard');
    expect(box('name').value).toBe('Gate');
    expect((screen.getByRole('switch', { name: 'on' }) as HTMLInputElement).checked).toBe(false);
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  });

  it('says beforehand that the display restarts', async () => {
    await show();
    fireEvent.click(screen.getByRole('switch', { name: 'on' }));
    expect(screen.getAllByText(/restarts the terminal’s display/).length).toBeGreaterThan(0);
  });

  it('does not send what cannot be right, nor what does not fit together', async () => {
    await show();
    type('wait', '5');
    expect(screen.queryByText('In steps of 10')).toBeNull();
    save();
    await waitFor(() => expect(box('wait').getAttribute('aria-invalid')).toBe('true'));
    type('wait', '60');
    fireEvent.click(screen.getByLabelText('Join a network'));
    save();
    await screen.findByText('needed here');
    expect(world.sent()).toEqual([]);
  });

  it('puts the complaint of the terminal at its field until that is changed', async () => {
    world.refuse = () => refusal('GetDemo', 12007, { field: 'address' });
    await show();
    type('address', '10.0.0.1');
    save();
    await waitFor(() => expect(box('address').getAttribute('aria-invalid')).toBe('true'));
    type('address', '10.0.0.2');
    expect(box('address').getAttribute('aria-invalid')).toBeNull();
  });

  it('replaces a secret, removes it, or leaves it', async () => {
    await show();
    type('key', 'open sesame');
    type('key', '');
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
    press('Remove: key');
    expect(box('key').placeholder).toBe('Will be removed');
    press('Keep it: key');
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
    press('Remove: key');
    save();
    await waitFor(() => expect(world.sent()).toEqual([{ key: '', revision: 5 }]));
    await waitFor(() => expect(box('key').placeholder).toBe('Not set'));
  });

  it('shows what is so now and keeps what is typed', async () => {
    await show();
    type('name', 'Door');
    world.now = { ...world.now, state: { linkUp: false } };
    press('refresh');
    await screen.findByText('link down');
    expect(box('name').value).toBe('Door');
  });

  it('takes over what somebody else saved while nothing is typed', async () => {
    await show();
    world.other({ name: 'Yard' });
    press('refresh');
    await waitFor(() => expect(box('name').value).toBe('Yard'));
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  });

  it('may be looked at only by who may not change it', async () => {
    world.write = false;
    await show();
    expect(screen.getByText('Your account may look at these settings but not change them.')).toBeTruthy();
    expect([box('name').disabled, box('volume').disabled, box('key').disabled]).toEqual([true, true, true]);
    expect(screen.queryByRole('button', { name: 'Remove: key' })).toBeNull();
  });
});

describe('two administrators at once', () => {
  const collide = async () => {
    await show();
    type('name', 'Door');
    type('volume', '1');
    world.other({ volume: 5 });
    save();
    const dialog = await screen.findByRole('dialog', { name: 'Somebody else saved this page' });
    expect(within(dialog).getByRole('heading', { name: 'volume' })).toBeTruthy();
    expect(
      within(dialog)
        .getAllByRole('definition')
        .map(({ textContent }) => textContent),
    ).toEqual(['step 3', 'step 5', 'step 1']);
    return dialog;
  };

  it('the second may save on top of the first', async () => {
    await collide();
    press('Save mine');
    await waitFor(() => expect(world.now).toMatchObject({ name: 'Door', volume: 1, revision: 7 }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(world.sent().at(-1)).toEqual({ name: 'Door', volume: 1, revision: 6 });
  });

  it('compares with nothing while what was saved first cannot be read', async () => {
    await show();
    type('volume', '1');
    world.other({ volume: 5 });
    world.readFails = true;
    save();
    await waitFor(() => expect(toasts()).toEqual(['Somebody else changed this meanwhile']));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(box('volume').value).toBe('1');
    world.readFails = false;
    save();
    await screen.findByRole('dialog', { name: 'Somebody else saved this page' });
  });

  it('or drop the own changes', async () => {
    await collide();
    press('Discard mine');
    await waitFor(() => expect(box('volume').value).toBe('5'));
    expect(box('name').value).toBe('Gate');
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  });

  it('or look at them on top of theirs before saving', async () => {
    const dialog = await collide();
    act(() => {
      fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
    });
    expect([box('name').value, box('volume').value]).toEqual(['Door', '1']);
    save();
    await waitFor(() => expect(world.sent().at(-1)).toEqual({ name: 'Door', volume: 1, revision: 6 }));
  });
});

describe('an answer that the console has no words for elsewhere', () => {
  it.each([
    [() => refusal('GetDemo', 10003), 'The Necessary Parameters are Missing'],
    [() => refusal('GetDemo', 10005), 'Nothing was saved. The terminal refused it without a reason (code 10005).'],
    [() => refusal('GetDemo', 11000), 'Nothing was saved. The terminal refused it without a reason (code 11000).'],
    [() => new ApiError('wait', 'GetDemo'), 'Nothing was saved: the terminal is still busy. Save again in a moment.'],
  ])('is told where somebody has pressed Save: %s', async (refuse, text) => {
    await show();
    world.refuse = refuse;
    fireEvent.input(screen.getByLabelText('name'), { target: { value: 'another' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(currentToasts().map((toast) => toast.text)).toEqual([expect.stringContaining(text)]));
  });
});
