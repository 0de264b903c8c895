/** A terminal that can be upgraded, for the tests of its pages. */
import type { Bundle, UpgradeLast, UpgradeStateReply } from '@gen/upgrade.ts';

export const noBundle: Bundle = {
  version: '',
  buildId: '',
  brand: '',
  built: 0,
  counter: 0,
  signer: '',
  notes: [],
  octets: 0,
  older: false,
  earlier: false,
  same: false,
  otherBrand: false,
};

export const bundle: Bundle = {
  ...noBundle,
  version: '1.3.0',
  buildId: 'b-130',
  brand: 'postern',
  built: 1_790_000_000,
  counter: 4,
  signer: 'Postern Release 2026',
  notes: ['Faster at the door.', 'Fewer words.'],
  octets: 18_000_000,
};

export const noLast: UpgradeLast = {
  end: 'none',
  reason: 'none',
  from: '',
  to: '',
  at: 0,
  records: 0,
  recordsLost: 0,
  device: '',
};

export const idle: UpgradeStateReply = {
  fitted: true,
  version: '1.2.0',
  buildId: 'b-120',
  board: 'qemu-arm64',
  slot: 'A',
  floor: 3,
  open: false,
  step: 'idle',
  name: '',
  own: false,
  holder: '',
  received: 0,
  total: 0,
  done: 0,
  bundle: noBundle,
  code: 0,
  last: noLast,
};
