// State of the page, as a pure function of the received events.

import type { Access, DeviceState, Display, Menu, PanelEvent } from '../protocol.ts';
import { emptyLine, type Line, lineAfter } from './timeline.ts';

/** A new stream of events, which starts with the complete state. */
export interface Opened {
  readonly type: 'opened';
}

export interface Shown extends Access {
  /** Counts up, so that the page can distinguish lines and results. */
  readonly key: number;
  readonly past: boolean;
}

/** A device of the world around the terminal. */
export interface DeviceView {
  readonly name: string;
  readonly state: DeviceState;
  /** Its possible faults, and whether each is active. */
  readonly faults: Readonly<Record<string, boolean>>;
}

export interface PanelState {
  readonly connected: boolean;
  readonly display: Display | undefined;
  readonly menu: Menu;
  /** Difference of the terminal's clock to the browser's, in milliseconds. */
  readonly clockAhead: number;
  /** Photo of the last user who was granted access; only drawn for the newest access. */
  readonly photo: { readonly userid: number; readonly jpeg: string } | undefined;
  /** Newest first. */
  readonly accesses: readonly Shown[];
  readonly restarting: boolean;
  /** In the terminal's order. */
  readonly devices: readonly DeviceView[];
  /** Events at the door. */
  readonly line: Line;
}

export const closedMenu: Menu = {
  page: 'closed',
  note: '',
  wait: 0,
  entries: [],
  person: null,
  holder: '',
  address: '',
  mask: '',
  gateway: '',
  links: [],
  checks: [],
};

export const initialState: PanelState = {
  connected: false,
  display: undefined,
  menu: closedMenu,
  clockAhead: 0,
  photo: undefined,
  accesses: [],
  restarting: false,
  devices: [],
  line: emptyLine,
};

const accessesMax = 50;

/** `now` is the browser's time at the arrival of the event. */
export function next(state: PanelState, event: PanelEvent | Opened, now: number): PanelState {
  const after = known(state, event, now);
  return event.type === 'opened' ? after : { ...after, line: lineAfter(after.line, event, now) };
}

function known(state: PanelState, event: PanelEvent | Opened, now: number): PanelState {
  switch (event.type) {
    case 'opened':
      return { ...state, accesses: [] };
    case 'link':
      return event.connected
        ? { ...state, connected: true, restarting: false }
        : { ...state, connected: false, menu: closedMenu };
    case 'display':
      return { ...state, display: event, clockAhead: event.clock - now };
    case 'menu':
      return { ...state, menu: event };
    case 'access': {
      const key = (state.accesses[0]?.key ?? 0) + 1;
      return {
        ...state,
        photo: undefined,
        accesses: [{ ...event, key, past: event.past === true }, ...state.accesses].slice(0, accessesMax),
      };
    }
    case 'photo':
      return { ...state, photo: event };
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

/** Whether a key takes effect at once: a digit that selects a menu entry, while all others wait for OK. */
export function choosesEntry({ entries }: Menu, key: string): boolean {
  return entries.length > 0 && /^\d$/.test(key);
}

/** The typed digits after a key; `ok` clears them because they were sent. */
export function typed(pin: string, key: string): string {
  if (/^\d$/.test(key)) return pin.length < pinMax ? pin + key : pin;
  return key === 'back' ? pin.slice(0, -1) : '';
}
