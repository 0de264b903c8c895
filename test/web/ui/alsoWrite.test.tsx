/* A setting that asks for more than the right to its page is not to be changed by who has that alone, and says why. */
import '../browser.ts';
import { render, screen } from '@testing-library/preact';
import { MemoryRouter } from 'react-router-dom';
import { SWRConfig } from 'swr';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { activateLanguage } from '../../../web/lib/i18n.ts';
import { setSession } from '../../../web/lib/session.ts';
import { SchemaForm } from '../../../web/ui/SchemaForm.tsx';
import { SettingsPage } from '../../../web/ui/SettingsPage.tsx';
import { account } from '../account.ts';
import { fakeTerminal } from '../fakeTerminal.ts';
import { demo, reply } from '../lib-settings/page.ts';

const WHY = 'Only who may also change these can change it: User and Advanced Setup.';

beforeAll(() => activateLanguage('en'));
beforeEach(() => setSession(account({ roles: ['network', 'user', 'advSetting'] })));

/** The page for somebody who may write these groups; `name` asks for two besides. */
async function show(writes: readonly string[]): Promise<void> {
  fakeTerminal({
    checkPower: ({ group }: { group?: string }) => ({ read: true, write: writes.includes(group ?? '') }),
    SetDemo: () => reply,
  });
  const fields = demo.fields.map((field) =>
    field.name === 'name' ? { ...field, alsoWrite: ['user', 'advSetting'] } : field,
  );
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

const isDisabled = (label: string) => (screen.getByLabelText(label) as HTMLInputElement).disabled;

describe('a setting that asks for more groups', () => {
  it('is changed by who may write them all', async () => {
    await show(['network', 'user', 'advSetting']);
    await expect.poll(() => isDisabled('name')).toBe(false);
    expect(screen.queryByText(WHY)).toBeNull();
  });

  it.each([['user'], ['advSetting']])('says why it is not, to who may write %s of them', async (group) => {
    await show(['network', group]);
    await screen.findByText(WHY);
    expect(isDisabled('name')).toBe(true);
    expect(isDisabled('address')).toBe(false);
  });

  it('says nothing of its own to who may write nothing of the page', async () => {
    await show([]);
    expect(isDisabled('name')).toBe(true);
    expect(screen.queryByText(WHY)).toBeNull();
  });
});
