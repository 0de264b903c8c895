import { expect, it } from 'vitest';
import { keyTarget } from '../../../../web/features/time/useGridKeys.ts';

const size = { rows: 8, columns: 7 };
const from = { row: 3, column: 6 };
const to = (key: string, ctrlKey = false, isRtl = false) => keyTarget({ key, ctrlKey }, from, size, isRtl);

it('leads to the neighbour, and stops at the edge', () => {
  expect(to('ArrowUp')).toEqual({ row: 2, column: 6 });
  expect(to('ArrowDown')).toEqual({ row: 4, column: 6 });
  expect(to('ArrowLeft')).toEqual({ row: 3, column: 5 });
  expect(to('ArrowRight')).toEqual(from);
});

it('turns round where the language runs from right to left', () => {
  expect(to('ArrowLeft', false, true)).toEqual(from);
  expect(to('ArrowRight', false, true)).toEqual({ row: 3, column: 5 });
});

it('leads to the ends of the row, with Control to the corners, and else nowhere', () => {
  expect(to('Home')).toEqual({ row: 3, column: 0 });
  expect(to('End')).toEqual(from);
  expect(to('Home', true)).toEqual({ row: 0, column: 0 });
  expect(to('End', true)).toEqual({ row: 7, column: 6 });
  expect(to('a')).toBeNull();
  expect(to('Tab')).toBeNull();
});
