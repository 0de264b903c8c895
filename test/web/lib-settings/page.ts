/** A page of settings of every kind, for tests. */
import { flags, integer, replyObject, requestObject, type SettingsPage, text, truth, word } from '@gen/runtime.ts';
import * as v from 'valibot';

export interface DemoValues {
  readonly name: string;
  readonly volume: number;
  readonly wait: number;
  readonly on: boolean;
  readonly mode: string;
  readonly parts: readonly string[];
  readonly key: string;
  readonly address: string;
}

export interface DemoState {
  readonly linkUp: boolean;
}

const modes = ['off', 'client'] as const;
const parts = ['date', 'time', 'status'] as const;

const limits = {
  name: { min: 1, max: 8 },
  volume: { min: 0, max: 5 },
  wait: { min: 10, max: 3600, step: 10 },
  key: { min: 8, max: 16, allowEmpty: true },
  address: { min: 7, max: 15, format: 'ipv4', allowEmpty: true },
} as const;

const none = { effects: [], since: '0.2' } as const;

export const demo: SettingsPage<DemoValues, DemoState> = {
  pair: 'Demo',
  group: 'network',
  provisional: false,
  fields: [
    { name: 'name', kind: 'text', ...limits.name, allowEmpty: false, secret: false, default: 'T', ...none },
    { name: 'volume', kind: 'int', ...limits.volume, default: 3, ...none, effects: ['sound'] },
    { name: 'wait', kind: 'int', ...limits.wait, unit: 's', default: 60, ...none },
    { name: 'on', kind: 'bool', default: false, ...none, effects: ['displayRestart', 'sound'] },
    { name: 'mode', kind: 'enum', enum: 'WifiMode', values: modes, default: 'off', ...none },
    { name: 'parts', kind: 'flags', enum: 'SlipField', values: parts, default: ['date'], ...none },
    { name: 'key', kind: 'text', ...limits.key, secret: true, default: '', ...none },
    { name: 'address', kind: 'text', ...limits.address, secret: false, default: '', ...none },
  ],
  read: {
    name: 'SetDemo',
    group: 'demo',
    method: 'GET',
    path: '/goform/SetDemo',
    request: requestObject({}),
    reply: replyObject({ revision: integer({ min: 0, max: 4294967295 }) }),
  },
  write: {
    name: 'GetDemo',
    group: 'demo',
    method: 'POST',
    path: '/goform/GetDemo',
    request: requestObject({
      name: v.exactOptional(text(limits.name)),
      volume: v.exactOptional(integer(limits.volume)),
      wait: v.exactOptional(integer(limits.wait)),
      on: v.exactOptional(truth()),
      mode: v.exactOptional(word(modes)),
      parts: v.exactOptional(flags(parts)),
      key: v.exactOptional(text(limits.key)),
      address: v.exactOptional(text(limits.address)),
      revision: v.exactOptional(integer({ min: 0, max: 4294967295 })),
    }),
    reply: replyObject({ revision: integer({ min: 0, max: 4294967295 }), changed: v.array(v.string()) }),
  },
};

export const reply = {
  revision: 5,
  name: 'Gate',
  volume: 3,
  wait: 60,
  on: false,
  mode: 'off',
  parts: ['date', 'time'],
  hasKey: true,
  address: '',
  state: { linkUp: true },
};
