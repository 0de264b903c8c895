/** A text that the contract declares for a user and that nobody placed is drawn, checked and sent by itself. */
import { describe, expect, it, vi } from 'vitest';

vi.mock('@gen/users.ts', async (original) => {
  const users = await original<typeof import('@gen/users.ts')>();
  const field = { name: 'costCentre', kind: 'text', min: 0, max: 5, allowEmpty: false, secret: false, uses: {} };
  const request = {
    ...users.adduserRequest,
    entries: { ...users.adduserRequest.entries, costCentre: users.adduserRequest.entries.username },
  };
  return { ...users, userFields: [...users.userFields, field], adduserRequest: request };
});

const { changesOf, changedFields, fieldOf, formOf, otherTexts, validate } = await import(
  '../../../../web/features/users/form/form.ts'
);
const { user } = await import('./world.tsx');

const stored = { ...user(), costCentre: 'Sales' };
const typed = (costCentre: string) => ({ ...formOf(stored), costCentre });

describe('a text nobody placed', () => {
  it('is one of the texts that are drawn', () => {
    expect(otherTexts.map(({ name, max }) => [name, max])).toContainEqual(['costCentre', 5]);
  });

  it('is filled from the user, counted when it differs, and sent alone', () => {
    const base = formOf(stored);
    expect(base).toMatchObject({ costCentre: 'Sales', username: stored.username });
    expect(changesOf(base, typed('Sales'))).toEqual({});
    expect(changesOf(base, typed('IT'))).toEqual({ costCentre: 'IT' });
    expect([...changedFields(base, typed('IT'))]).toEqual(['costCentre']);
  });

  it('is judged by its limits, and its refusal lands at it', () => {
    const context = { hasPassword: true, adding: false };
    expect(validate(typed('IT'), context)).toEqual({});
    expect(validate(typed('I\u0007'), context)).toHaveProperty('costCentre');
    expect(fieldOf('costCentre')).toBe('costCentre');
  });
});
