import { describe, expect, it } from 'vitest';
import { effectiveParts, requestOf, withPart } from '../../../../web/features/machine/parts.ts';
import { isEndOfSerial } from '../../../../web/lib/serialEnd.ts';

describe('parts of an initialisation', () => {
  it('everything stands for all', () => {
    expect(effectiveParts([])).toEqual([]);
    expect(effectiveParts(['users'])).toEqual(['users']);
    expect(effectiveParts(['everything'])).toEqual(['settings', 'users', 'records', 'everything']);
  });

  it('are sent one by one, everything with all of them', () => {
    const none = { settings: false, users: false, records: false, everything: false, serial: 'ZX2N' };
    expect(requestOf(['users', 'records'], 'ZX2N')).toEqual({ ...none, users: true, records: true });
    expect(requestOf(['everything'], 'ZX2N')).toEqual({
      settings: true,
      users: true,
      records: true,
      everything: true,
      serial: 'ZX2N',
    });
  });

  it('a part is switched on and off', () => {
    expect(withPart(['users'], 'settings', true)).toEqual(['settings', 'users']);
    expect(withPart(['settings', 'users'], 'settings', false)).toEqual(['users']);
  });

  it('the end of the serial in any case, whole', () => {
    expect(isEndOfSerial('PT-7K3MQ4ZX2N', 'ZX2N')).toBe(true);
    expect(isEndOfSerial('PT-7K3MQ4ZX2N', 'zx2n')).toBe(true);
    expect(isEndOfSerial('PT-7K3MQ4ZX2N', 'X2N')).toBe(false);
    expect(isEndOfSerial('PT-7K3MQ4ZX2N', '7K3M')).toBe(false);
    expect(isEndOfSerial('PT-7K3MQ4ZX2N', '')).toBe(false);
  });
});
