import { describe, expect, it } from 'vitest';
import { renderTable, verdict } from '../../bench/table.ts';
import { row } from './rows.ts';

describe('the verdict', () => {
  it('is ok up to the limit, and over budget behind it', () => {
    expect(verdict(row({ value: 2, limit: 2 }))).toBe('ok');
    expect(verdict(row({ value: 2.01, limit: 2 }))).toBe('over budget');
    expect(verdict(row({ value: Number.POSITIVE_INFINITY, limit: 2 }))).toBe('over budget');
  });

  it('says what has no budget, and what was not measured', () => {
    expect(verdict(row({ value: 3, limit: Number.NaN }))).toBe('no budget');
    expect(verdict(row({ value: Number.NaN, limit: 2 }))).toBe('not measured');
    expect(verdict(row({ value: Number.NaN, limit: Number.NaN }))).toBe('no budget');
  });
});

describe('the table', () => {
  it('has a line a row, its columns below each other, with the last figure', () => {
    const last = (key: string): string => (key === 'door/card' ? 'x1.10 (abc)' : '');
    const lines = [row(), row({ key: 'punch/durable', what: 'punch', value: 9 })];
    expect(renderTable(lines, last).split('\n')).toEqual([
      'what           ours    reference     budget   verdict      last time',
      '-------------  ------  ------------  -------  -----------  -----------',
      'card to relay  1.2 ms  alone 1.0 ms  <= 2 ms  ok           x1.10 (abc)',
      'punch          1.2 ms  alone 1.0 ms  <= 2 ms  over budget',
    ]);
  });

  it('says which benchmark failed, with the first line of its error', () => {
    const lines = [{ failed: 'tls', error: 'nginx is not there\n  at spawn' }, row()];
    expect(renderTable(lines, () => '').split('\n')).toEqual([
      'what           ours    reference           budget   verdict  last time',
      '-------------  ------  ------------------  -------  -------  ---------',
      'tls            failed  nginx is not there           failed',
      'card to relay  1.2 ms  alone 1.0 ms        <= 2 ms  ok',
    ]);
  });
});
