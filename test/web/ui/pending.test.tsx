/* The notice of what nothing goes by yet: at the field, once above a page where all of it is concerned, and gone with the flag. */
import '../browser.ts';
import { render, screen } from '@testing-library/preact';
import { MemoryRouter } from 'react-router-dom';
import { SWRConfig } from 'swr';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { activateLanguage } from '../../../web/lib/i18n.ts';
import { setSession } from '../../../web/lib/session.ts';
import { FilterChip } from '../../../web/ui/FilterBar.tsx';
import { hintOf } from '../../../web/ui/Pending.tsx';
import { SchemaForm } from '../../../web/ui/SchemaForm.tsx';
import { SettingsPage } from '../../../web/ui/SettingsPage.tsx';
import { account } from '../account.ts';
import { fakeTerminal } from '../fakeTerminal.ts';
import { demo, reply } from '../lib-settings/page.ts';

const bool = { kind: 'bool', default: false, effects: [], since: '0.1', pending: true } as const;
const choice = {
  kind: 'enum',
  enum: 'CommDirection',
  values: ['listen', 'call'],
  default: 'listen',
  effects: [],
  since: '0.1',
  pending: true,
} as const;

const NOTICE = 'Not in this version yet';

beforeAll(() => activateLanguage('en'));
beforeEach(() => setSession(account({ roles: ['network'] })));

/** The page with some of its settings pending. */
async function show(pending: (name: string) => boolean): Promise<void> {
  fakeTerminal({ checkPower: () => ({ read: true, write: true }), SetDemo: () => reply });
  const fields = demo.fields.map((field) => (pending(field.name) ? { ...field, pending: true as const } : field));
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <MemoryRouter>
        <SettingsPage page={{ ...demo, fields }} title="Demo" intro="What it does.">
          {(form) => <SchemaForm form={form} />}
        </SettingsPage>
      </MemoryRouter>
    </SWRConfig>,
  );
  await screen.findByLabelText('name');
}

const description = (label: string) =>
  (screen.getByLabelText(label).getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ');

describe('a page of settings', () => {
  it('says nothing where nothing is pending', async () => {
    await show(() => false);
    expect(screen.queryByText(NOTICE)).toBeNull();
  });

  it('says it of a field in its description', async () => {
    await show((name) => name === 'name');
    expect(screen.getAllByText(NOTICE)).toHaveLength(1);
    expect(description('name')).toContain(NOTICE);
  });

  it('says it below the range of a number', async () => {
    await show((name) => name === 'wait');
    expect(description('wait')).toMatch(/\d.*Not in this version yet/);
  });

  it('says it once, at its head, where all of it is pending', async () => {
    await show(() => true);
    expect(screen.getAllByText(NOTICE)).toHaveLength(1);
    expect(screen.getByText(NOTICE).closest('.page-header')).not.toBeNull();
    expect(description('name')).not.toContain(NOTICE);
  });
});

describe('a field of which some values are pending', () => {
  it('tells which', () => {
    render(<p>{hintOf('A group.', { min: 0, max: 16, pending: { min: 2 } })}</p>);
    expect(screen.getByText('2 to 16: not in this version yet')).toBeTruthy();
  });

  it('tells nothing without the flag', () => {
    const { container } = render(<p>{hintOf('A group.', { min: 0, max: 16 })}</p>);
    expect(container.textContent).toBe('A group.');
  });
});

describe('a filter', () => {
  const show = (pending: boolean) =>
    render(
      <FilterChip
        label="Group"
        anyLabel="Any"
        value={null}
        options={[
          { value: '1', label: 'One' },
          { value: '2', label: 'Two', pending },
        ]}
        onChange={() => undefined}
      />,
    );

  it('has its pending choices under the notice', () => {
    show(true);
    const choices = screen.getByRole('group', { name: NOTICE }).querySelectorAll('option');
    expect([...choices].map(({ textContent }) => textContent)).toEqual(['Two']);
  });

  it('has no such heading without them', () => {
    show(false);
    expect(screen.queryByRole('group')).toBeNull();
  });
});

describe('a setting that this version cannot be set to', () => {
  const fields = [
    { ...bool, name: 'on', refused: true },
    { ...choice, name: 'direction', refused: 'call' },
  ] as const;
  const page = { ...demo, fields } as unknown as typeof demo;

  async function open(values: object): Promise<void> {
    fakeTerminal({ checkPower: () => ({ read: true, write: true }), SetDemo: () => ({ ...reply, ...values }) });
    render(
      <SWRConfig value={{ provider: () => new Map() }}>
        <MemoryRouter>
          <SettingsPage page={page} title="Demo" intro="What it does.">
            {(form) => <SchemaForm form={form} />}
          </SettingsPage>
        </MemoryRouter>
      </SWRConfig>,
    );
    await screen.findByRole('switch');
  }
  const isLocked = (element: HTMLElement) => (element as HTMLInputElement).disabled;

  it('cannot be switched on, nor chosen', async () => {
    await open({ on: false, direction: 'listen' });
    expect(isLocked(screen.getByRole('switch'))).toBe(true);
    expect(screen.getAllByRole('radio').map(isLocked)).toEqual([false, true]);
  });

  it('can be switched off', async () => {
    await open({ on: true, direction: 'call' });
    expect(isLocked(screen.getByRole('switch'))).toBe(false);
    expect(screen.getAllByRole('radio').map(isLocked)).toEqual([false, false]);
  });
});
