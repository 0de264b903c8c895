import { describe, expect, it } from 'vitest';
import {
  fileRequest,
  readFileForm,
  usualForm,
  writeFileForm,
} from '../../../../web/features/records/report/fileForm.ts';

describe('the report as a file', () => {
  it('is what is usual in the language until something else is chosen', () => {
    expect(readFileForm(null, 'en')).toEqual({ format: 'xlsx', hours: 'times', delimiter: 'comma' });
    expect(readFileForm('nonsense', 'es').delimiter).toBe('semicolon');
    expect(usualForm('ar').delimiter).toBe('semicolon');
  });

  it('keeps what is chosen, and nothing else', () => {
    expect(writeFileForm(usualForm('es'), 'es')).toBeNull();
    const own = { format: 'csv', hours: 'decimals', delimiter: 'tab' } as const;
    expect(readFileForm(writeFileForm(own, 'en'), 'es')).toEqual(own);
    expect(writeFileForm({ ...usualForm('en'), format: 'csv' }, 'en')).toBe('csv');
  });

  it.each([
    ['comma', 'en', 'point'],
    ['comma', 'es', 'point'],
    ['semicolon', 'en', 'comma'],
    ['semicolon', 'es', 'comma'],
    ['semicolon', 'ar', 'point'],
    ['tab', 'en', 'point'],
    ['tab', 'es', 'comma'],
    ['tab', 'ar', 'point'],
  ] as const)('with a %s in %s has a decimal %s', (delimiter, language, decimal) => {
    expect(fileRequest({ format: 'csv', hours: 'decimals', delimiter }, language).decimal).toBe(decimal);
  });

  it('asks nothing about cells of a workbook', () => {
    expect(fileRequest({ format: 'xlsx', hours: 'decimals', delimiter: 'tab' }, 'en')).toEqual({
      format: 'xlsx',
      hours: 'decimals',
    });
  });
});
