/** Words of what a user has that a table of users gives. */
import type { BulkField } from '@gen/bulk.ts';
import type { PlainKey } from './i18n.ts';

export const USER_FIELDS = {
  userid: 'users.userId',
  username: 'users.name',
  cardno: 'users.cardNo',
  level: 'users.level',
  group: 'users.group',
  identifyMode: 'users.modeTitle',
  identifyFactors: 'users.factorsTitle',
  shift: 'users.shift',
  validFrom: 'users.validFrom',
  validTo: 'users.validTo',
} as const satisfies Record<Exclude<BulkField, 'none'>, PlainKey>;
