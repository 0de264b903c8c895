import { userListColumnWords } from '@gen/users.ts';
import { expect, it } from 'vitest';
import { exportRequest, readExportView, writeExportView } from '../../../../web/features/users/list/exportView.ts';

it('has all columns unless they were left out, and keeps what it does not know to itself', () => {
  expect(readExportView(null)).toEqual({ format: 'xlsx', columns: userListColumnWords });
  expect(readExportView('pdf photos')).toEqual({ format: 'xlsx', columns: userListColumnWords });
  expect(readExportView('xlsx photo').columns).not.toContain('photo');
});

it('writes what differs, and reads it back', () => {
  expect(writeExportView(readExportView(null))).toBeNull();
  expect(writeExportView(readExportView('csv'))).toBe('csv');
  const view = { format: 'xlsx', columns: ['userid', 'shift'] } as const;
  expect(readExportView(writeExportView(view))).toEqual(view);
  const few = { format: 'csv', columns: userListColumnWords.slice(1) } as const;
  expect(writeExportView(few)).toBe('csv userid');
  expect(readExportView(writeExportView(few))).toEqual(few);
});

it('asks for columns only where some are left out', () => {
  expect(exportRequest(readExportView(null))).toEqual({ format: 'xlsx' });
  expect(exportRequest({ format: 'csv', columns: ['userid'] })).toEqual({ format: 'csv', columns: ['userid'] });
});
