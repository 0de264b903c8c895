// Texts for the devices around the terminal. A device or a fault without a text shows its own name, so that a new
// one appears on the panel as soon as the simulator has it.

import type { DeviceState } from '../protocol.ts';

const titles: Readonly<Record<string, string>> = {
  timeService: 'Time server',
  ethernet: 'Ethernet',
  wifi: 'Wi-Fi',
  bluetooth: 'Bluetooth',
  wiegand: 'Wiegand bus',
  finger: 'Fingerprint module',
  face: 'Face module',
  iris: 'Iris module',
  sound: 'Loudspeaker',
  door: 'Door and lock',
};

/** Place of each device, in the order of the page. */
export const groups = ['At the door', 'In the terminal', 'Network', 'Around it'] as const;
export type Group = (typeof groups)[number];

const places: Readonly<Record<string, Group>> = {
  door: 'At the door',
  finger: 'At the door',
  face: 'At the door',
  iris: 'At the door',
  camera: 'At the door',
  wiegand: 'At the door',
  display: 'In the terminal',
  sound: 'In the terminal',
  board: 'In the terminal',
  clock: 'In the terminal',
  ethernet: 'Network',
  wifi: 'Network',
  internet: 'Network',
  timeService: 'Network',
  bluetooth: 'Network',
};

/** A device without a text is placed around the terminal. */
export const groupOf = (name: string): Group => places[name] ?? 'Around it';

const faults: Readonly<Record<string, string>> = {
  offline: 'does not answer',
  cableOut: 'cable out',
  dhcpSilent: 'DHCP server silent',
  dhcpNonsense: 'DHCP offers nonsense',
  wrongKey: 'wrong key',
  noAddress: 'no address',
  apGone: 'access point gone',
  eapRefused: '802.1X refused',
  nameService: 'no name service',
  gatewayDown: 'gateway down',
  kissOfDeath: 'kiss of death',
  tooOld: 'tells an old time',
  outOfRange: 'out of range',
  stuck: 'relay stuck',
  bouncing: 'contact bounces',
  lostInEnrolment: 'lost while enrolling',
  swapped: 'another module in its place',
  garbage: 'garbage on the line',
  paperOut: 'no paper',
};

/** `addressConflict` → `address conflict`. */
const spaced = (name: string): string => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const deviceTitle = (name: string): string => titles[name] ?? capital(spaced(name));
export const faultWord = (kind: string): string => faults[kind] ?? spaced(kind);

export interface Fact {
  readonly name: string;
  readonly text: string;
}

/** State of a device in a word or two; "ready" if there is no text. */
export function summaryOf(name: string, state: DeviceState): string {
  const { count, capacity, volume, temperature, open, relay } = state;
  if (name === 'door') return open === true ? 'open' : relay === true ? 'released' : 'locked';
  if (typeof count === 'number' && typeof capacity === 'number') return `${count} of ${capacity}`;
  if (typeof volume === 'number') return `volume ${volume}`;
  if (typeof temperature === 'number') return factText('temperature', temperature);
  return 'ready';
}

/** Values that fit into a word; lists and empty values are omitted. */
export function factsOf(state: DeviceState): Fact[] {
  return Object.entries(state).flatMap(([key, value]) => {
    const text = factText(key, value);
    return text === '' ? [] : [{ name: capital(spaced(key)), text }];
  });
}

function factText(key: string, value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return key === 'temperature' ? `${(value / 10).toFixed(1)} °C` : String(value);
  return typeof value === 'string' ? value : '';
}
