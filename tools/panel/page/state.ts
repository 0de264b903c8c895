// What the page knows, as a pure function of what it was told.

import type { Access, DeviceState, Display, PanelEvent } from '../protocol.ts';

/** A stream of events begins anew, with all that a page has to know. */
export interface Opened {
  readonly type: 'opened';
}

export interface Shown extends Access {
  /** Counts up, so that the page can tell lines and results apart. */
  readonly key: number;
  readonly past: boolean;
}

/** A device of the world around the terminal. */
export interface DeviceView {
  readonly name: string;
  readonly state: DeviceState;
  /** What can be wrong with it, and whether it is. */
  readonly faults: Readonly<Record<string, boolean>>;
}

export interface PanelState {
  readonly connected: boolean;
  readonly display: Display | undefined;
  /** By how much the terminal's clock is ahead of the browser's, in milliseconds. */
  readonly clockAhead: number;
  /** Newest first. */
  readonly accesses: readonly Shown[];
  readonly restarting: boolean;
  /** In the order in which the terminal names them. */
  readonly devices: readonly DeviceView[];
}

export const initialState: PanelState = {
  connected: false,
  display: undefined,
  clockAhead: 0,
  accesses: [],
  restarting: false,
  devices: [],
};

const accessesMax = 50;

/** `now` is the browser's time when the event came. */
export function next(state: PanelState, event: PanelEvent | Opened, now: number): PanelState {
  switch (event.type) {
    case 'opened':
      return { ...state, accesses: [] };
    case 'link':
      return event.connected ? { ...state, connected: true, restarting: false } : { ...state, connected: false };
    case 'display':
      return { ...state, display: event, clockAhead: event.clock - now };
    case 'access': {
      const key = (state.accesses[0]?.key ?? 0) + 1;
      return {
        ...state,
        accesses: [{ ...event, key, past: event.past === true }, ...state.accesses].slice(0, accessesMax),
      };
    }
    case 'state':
      return { ...state, devices: withDevice(state.devices, event.device, { state: event.state }) };
    case 'faults':
      return { ...state, devices: withDevice(state.devices, event.device, { faults: event.faults }) };
    case 'restart':
      return { ...state, restarting: true };
  }
}

function withDevice(devices: readonly DeviceView[], name: string, change: Partial<DeviceView>): readonly DeviceView[] {
  if (!devices.some((device) => device.name === name)) return [...devices, { name, state: {}, faults: {}, ...change }];
  return devices.map((device) => (device.name === name ? { ...device, ...change } : device));
}

export const pinMax = 16;

/** What is typed on the keypad after a key was pressed; `ok` empties it because it was sent. */
export function typed(pin: string, key: string): string {
  if (/^\d$/.test(key)) return pin.length < pinMax ? pin + key : pin;
  return key === 'back' ? pin.slice(0, -1) : '';
}
