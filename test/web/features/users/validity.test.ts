import { describe, expect, it } from 'vitest';
import { localDay, SOON_DAYS, validityOf } from '../../../../web/features/users/validity.ts';

const TODAY = '2026-11-21';
const kind = (validFrom: string, validTo: string) => validityOf({ validFrom, validTo }, TODAY);

describe('days of validity', () => {
  it('both bounds include their day', () => {
    expect(kind('', '')).toEqual({ kind: 'always' });
    expect(kind(TODAY, TODAY)).toEqual({ kind: 'until', day: TODAY, soon: true });
    expect(kind('', '2026-11-20')).toEqual({ kind: 'expired', day: '2026-11-20' });
    expect(kind('2026-11-22', '')).toEqual({ kind: 'notYet', day: '2026-11-22' });
    expect(kind('2020-01-01', '')).toEqual({ kind: 'always' });
  });

  it('an end is near from thirty days before', () => {
    expect(SOON_DAYS).toBe(30);
    expect(kind('', '2026-12-21')).toMatchObject({ soon: true });
    expect(kind('', '2026-12-22')).toMatchObject({ soon: false });
  });

  it('who expired before ever being valid is expired', () => {
    expect(kind('2027-01-01', '2026-01-01')).toMatchObject({ kind: 'expired' });
  });

  it('a day is the local one', () => {
    expect(localDay(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05');
    expect(localDay(new Date(2026, 10, 21, 0, 0))).toBe('2026-11-21');
  });
});
