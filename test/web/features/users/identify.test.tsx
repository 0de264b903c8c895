import { fireEvent, screen, waitFor } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import { isEnrolled, lacking } from '../../../../web/features/users/form/identify.ts';
import { offeredFactors, toggleFactor } from '../../../../web/lib/factors.ts';
import { at, open, requests, terminal, user } from './world.tsx';

describe('factors', () => {
  it('card and password are known by what the user holds, an ID everybody has', () => {
    const holder = user({ cardno: '5', hasPassword: true });
    expect(lacking(holder, ['card', 'password', 'id'])).toEqual([]);
    expect(lacking(user(), ['card', 'finger', 'password', 'face', 'iris', 'id'])).toEqual([
      'card',
      'finger',
      'password',
      'face',
      'iris',
    ]);
    expect(isEnrolled(holder, 'face')).toBe(false);
  });

  it('a set has one form, whatever the order of the presses', () => {
    expect(toggleFactor(toggleFactor([], 'id', true), 'card', true)).toEqual(['card', 'id']);
    expect(toggleFactor(['card', 'id'], 'card', false)).toEqual(['id']);
  });

  it('those without a module are not offered, but shown where they are set', () => {
    const modules = { FACE: 0, FP: 1, IRIS: 0 };
    expect(offeredFactors(modules, [])).toEqual(['card', 'finger', 'password', 'id']);
    expect(offeredFactors(modules, ['iris'])).toContain('iris');
    expect(offeredFactors(undefined, [])).toHaveLength(6);
  });
});

describe('/user/identify', () => {
  it('chooses a set, warns of what is not enrolled, and sends the difference', async () => {
    const asked = terminal({
      GetUserInfo: () => ({ user: user({ cardno: '5' }) }),
      edituser: () => ({ userid: 7, revision: 4 }),
    });
    open('/user/identify?userid=7');
    const all = await screen.findByRole('radio', { name: /must all match/ });
    expect(screen.getByRole('radio', { name: /Terminal default/ })).toHaveProperty('checked', true);
    expect(screen.queryByRole('group', { name: 'Factors' })).toBeNull();
    fireEvent.click(all);
    expect(screen.getByText('Choose at least one factor')).toBeTruthy();
    fireEvent.click(screen.getByRole('checkbox', { name: /^Card/ }));
    expect(screen.queryByText(/locked out/)).toBeNull();
    fireEvent.click(screen.getByRole('checkbox', { name: /^Finger/ }));
    expect(screen.getByText('Not enrolled: Finger.')).toBeTruthy();
    fireEvent.click(screen.getByRole('checkbox', { name: /^Finger/ }));
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Saved');
    expect(requests(asked, 'edituser')).toEqual([
      { userid: 7, revision: 3, identifyMode: 'all', identifyFactors: ['card'] },
    ]);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull());
  });

  it('without an ID there is nothing but the way back', async () => {
    terminal({});
    open('/user/identify');
    fireEvent.click(await screen.findByRole('link', { name: 'User List' }));
    expect(at()).toBe('/user/userList');
  });

  it('only shows without the right to write', async () => {
    terminal({
      checkPower: () => ({ read: true, write: false }),
      GetUserInfo: () => ({ user: user({ identifyMode: 'all', identifyFactors: ['card'] }) }),
    });
    open('/user/identify?userid=7');
    await screen.findByText(/may look at this user/);
    expect(screen.getByRole('checkbox', { name: /^Card/ }).closest('fieldset')).toHaveProperty('disabled', true);
  });
});
