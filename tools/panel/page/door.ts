// The simulated door, from its state event (firmware/hal/sim/sim_door.c).

import type { DeviceState } from '../protocol.ts';

export interface DoorState {
  readonly known: boolean;
  readonly relay: boolean;
  readonly bell: boolean;
  readonly open: boolean;
  readonly held: boolean;
  readonly exit: boolean;
  readonly tamper: boolean;
  readonly fire: boolean;
  readonly supplyLost: boolean;
  readonly wiegand: string;
  readonly wiegandSent: number;
}

export function doorOf(state: DeviceState | undefined): DoorState {
  const is = (key: string): boolean => state?.[key] === true;
  const { wiegand, wiegandSent } = state ?? {};
  return {
    known: state !== undefined && 'relay' in state,
    relay: is('relay'),
    bell: is('bell'),
    open: is('open'),
    held: is('held'),
    exit: is('exit'),
    tamper: is('tamper'),
    fire: is('fire'),
    supplyLost: is('supplyLost'),
    wiegand: typeof wiegand === 'string' ? wiegand : '',
    wiegandSent: typeof wiegandSent === 'number' ? wiegandSent : 0,
  };
}
