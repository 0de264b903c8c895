// A row of a benchmark for the tests; what a test is about it gives itself.

import type { Row } from '../../bench/table.ts';

export function row(more: Partial<Row> = {}): Row {
  return {
    key: 'door/card',
    what: 'card to relay',
    ours: '1.2 ms',
    reference: 'alone 1.0 ms',
    ratio: 1.2,
    budget: '<= 2 ms',
    value: 1.2,
    limit: 2,
    ...more,
  };
}
