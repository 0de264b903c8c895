import type { BulkField, BulkLookReply } from '@gen/bulk.ts';

/** A table as the terminal tells it: its columns by heading and field. */
export const look = (
  columns: readonly (readonly [string, BulkField])[],
  change: Partial<BulkLookReply> = {},
): BulkLookReply => ({
  format: 'csv',
  encoding: 'utf8',
  sure: true,
  delimiter: 'comma',
  heading: true,
  headingLine: 1,
  headingRows: 1,
  first: [],
  sheet: 0,
  sheets: [],
  columns: columns.map(([heading, field]) => ({ heading, field })),
  sample: [],
  ...change,
});
