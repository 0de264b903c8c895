// Messages of the bench socket and of the panel's page; documented in firmware/hal/sim/bench.h. All input
// is checked here before use.

/** Formats of dates and times on the display, and its idle mode. */
export interface Style {
  readonly order: 'ymd' | 'dmy' | 'mdy';
  readonly separator: string;
  readonly hour24: boolean;
  readonly saving: 'none' | 'screenSaver' | 'off';
  readonly savingAfterS: number;
  /** The keypad only opens the administrator's menu. */
  readonly locked: boolean;
  /** Local time minus UTC, now and after the next clock change. */
  readonly offsetMin: number;
  readonly nextChangeS: number | null;
  readonly nextOffsetMin: number;
}

/** The instruction of an enrolment, or its result. */
export interface Enrolling {
  readonly step: 'present' | 'lift' | 'working' | 'done' | 'failed';
  readonly note: string;
  readonly factor: 'finger' | 'face' | 'iris' | 'card';
  readonly presses: number;
  readonly needed: number;
  /** User; 0: none, for the initial administrator's card. */
  readonly userid: number;
  readonly name: string;
}

export interface Display {
  readonly on: boolean;
  readonly lines: readonly string[];
  readonly language: string;
  readonly initialPassword: string | null;
  /** The terminal's time when this was sent, in milliseconds since 1970 UTC. */
  readonly clock: number;
  /** The display is idle: screen saver, or dark. */
  readonly asleep: boolean;
  /** Label of the current attendance status; '' if there is none. */
  readonly status: string;
  /** Labels of the available ones. */
  readonly statuses: readonly string[];
  /** URL of the console, and name and key of the terminal's own access point; null while there are none to show. */
  readonly console: string | null;
  readonly wifiSsid: string | null;
  readonly wifiKey: string | null;
  /** The available statuses, in order: each has a key. */
  readonly statusKeys: readonly string[];
  /** Label of the status selected for the next punch; null for none. */
  readonly chosen: string | null;
  /** The running enrolment; null if there is none. */
  readonly enrol: Enrolling | null;
  readonly style: Style;
}

/** State of a simulated device, documented in its own file. */
export type DeviceState = Readonly<Record<string, unknown>>;

/** A presented credential. */
export const credentialKinds = ['card', 'pin', 'finger', 'face', 'iris'] as const;

export interface Access {
  readonly kind: (typeof credentialKinds)[number];
  /** Masked: enough to recognize, not enough to misuse. */
  readonly credential: string;
  readonly user: { readonly userid: number; readonly name: string } | null;
  /** Access is granted. */
  readonly granted: boolean;
  /** Further required factors; otherwise empty. */
  readonly asked: readonly string[];
  /** Too many wrong codes: seconds until the next attempt, 0 for none. */
  readonly wait: number;
  /** The word for the display, which has the text. */
  readonly word: string;
  readonly time: number;
  /** Label of the attendance status of the punch. */
  readonly status: string;
}

export const menuPages = [
  'closed',
  'id',
  'code',
  'entries',
  'working',
  'enrolUser',
  'enrolWhat',
  'enrolHand',
  'enrolFinger',
  'enrolRuns',
  'network',
  'askAddress',
  'askMask',
  'askGateway',
  'setAddress',
  'keepAddress',
  'restart',
  'selfTest',
] as const;

export const menuNotes = [
  '',
  'refused',
  'wait',
  'done',
  'failed',
  'invalid',
  'forbidden',
  'busy',
  'offline',
  'full',
  'pending',
  'undone',
] as const;

export interface MenuLink {
  readonly interface: string;
  readonly lease: string;
  /** '' if there is none. */
  readonly address: string;
}

export interface MenuCheck {
  readonly part: string;
  readonly result: 'none' | 'good' | 'warning' | 'failed';
}

/** The administrator's menu on the display: the prompt or entries, and the result of the last input. */
export interface Menu {
  readonly page: (typeof menuPages)[number];
  readonly note: (typeof menuNotes)[number];
  /** With the note `wait`: seconds to wait; on the page `keepAddress`: seconds left to confirm. */
  readonly wait: number;
  /** The key that selects it, and its action; the display has the texts. */
  readonly entries: readonly { readonly key: string; readonly what: string }[];
  /** User being enrolled. */
  readonly person: { readonly userid: number; readonly name: string; readonly isNew: boolean } | null;
  /** With the note `busy`: the account that is enrolling somebody. */
  readonly holder: string;
  /** The typed part. */
  readonly address: string;
  readonly mask: string;
  readonly gateway: string;
  readonly links: readonly MenuLink[];
  readonly checks: readonly MenuCheck[];
}

/** A person beside the terminal. */
export interface Person {
  readonly userid: number;
  readonly name: string;
  /** Decimal; '' if there is none. */
  readonly card: string;
  /** Enrolled fingers, 0 to 9. */
  readonly fingers: readonly number[];
  readonly face: boolean;
  readonly irises: readonly number[];
}

/** Messages to the page. */
export type PanelEvent =
  | { readonly type: 'link'; readonly connected: boolean }
  | ({ readonly type: 'display' } & Display)
  | ({ readonly type: 'menu' } & Menu)
  | ({ readonly type: 'access' /** It happened before the page asked. */; readonly past?: true } & Access)
  /** Photo of the user who was granted access, shortly after it; a JPEG in base64. */
  | { readonly type: 'photo'; readonly userid: number; readonly jpeg: string }
  | { readonly type: 'state'; readonly device: string; readonly state: DeviceState }
  | { readonly type: 'faults'; readonly device: string; readonly faults: Readonly<Record<string, boolean>> }
  | { readonly type: 'restart' };

/** Actions at the terminal, and in the world around it. */
export type Command =
  /** `uid`: an ISO 14443 card whose number is a UID of this many bytes. */
  | { readonly do: 'card'; readonly number: string; readonly uid?: 4 | 7 }
  | { readonly do: 'pin'; readonly digits: string }
  | { readonly do: 'key'; readonly key: 'menu' }
  | { readonly do: 'key'; readonly key: 'status'; readonly status: string }
  | { readonly do: 'fault'; readonly device: string; readonly kind: string; readonly on: boolean }
  /** Advances the clocks. */
  | { readonly do: 'clock'; readonly advanceMs: number }
  | { readonly do: 'wifi'; readonly remove: string }
  | { readonly do: 'wifi'; readonly network: DeviceState }
  /** A phone requests authorization. */
  | { readonly do: 'bluetooth'; readonly ask: DeviceState }
  /** A card is presented to a device on the bus, or by one over Bluetooth. */
  | { readonly do: 'wiegand' | 'bluetooth'; readonly show: DeviceState }
  /** A finger or an iris, drawn from its number, is presented and removed. */
  | { readonly do: 'finger'; readonly seed: number; readonly quality: number; readonly lift: true }
  | { readonly do: 'iris'; readonly seed: number; readonly eye: 'right' | 'left'; readonly lift: true }
  | DoorCommand;

/** A person stands before the camera; only for the panel's server, which has the picture. */
export interface FaceCommand {
  readonly do: 'face';
  readonly path: string;
  readonly lift: true;
}

/** Actions at the door. */
export type DoorCommand =
  | { readonly do: 'door'; readonly push: true }
  | { readonly do: 'door'; readonly force: true }
  | { readonly do: 'door'; readonly exit: true }
  | { readonly do: 'door'; readonly hold: boolean }
  | { readonly do: 'door'; readonly tamper: boolean }
  | { readonly do: 'door'; readonly fire: boolean }
  | { readonly do: 'door'; readonly supply: boolean };

export type Answer = { readonly ok: true } | { readonly ok: false; readonly error: string };

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isFields(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function displayOf(fields: Fields): Display | undefined {
  const { on = true, lines, language, initialPassword, clock } = fields;
  if (typeof on !== 'boolean' || typeof language !== 'string' || typeof clock !== 'number') return undefined;
  if (!Array.isArray(lines) || !lines.every((line) => typeof line === 'string')) return undefined;
  if (initialPassword !== null && typeof initialPassword !== 'string') return undefined;
  return {
    on,
    lines,
    language,
    initialPassword,
    clock,
    asleep: fields['asleep'] === true,
    status: textOf(fields['status']) ?? '',
    statuses: Array.isArray(fields['statuses']) ? fields['statuses'].map(String) : [],
    statusKeys: Array.isArray(fields['statusKeys']) ? fields['statusKeys'].filter(isWord) : [],
    console: textOf(fields['console']),
    wifiSsid: textOf(fields['wifiSsid']),
    wifiKey: textOf(fields['wifiKey']),
    chosen: textOf(fields['chosen']),
    enrol: enrollingOf(fields['enrol']),
    style: styleOf(fields['style']),
  };
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const numberOf = (value: unknown, otherwise: number): number => (typeof value === 'number' ? value : otherwise);
const wordOf = <Word extends string>(value: unknown, words: readonly [Word, ...Word[]]): Word =>
  words.find((word) => word === value) ?? words[0];

function enrollingOf(value: unknown): Enrolling | null {
  if (!isFields(value)) return null;
  return {
    step: wordOf(value['step'], ['present', 'lift', 'working', 'done', 'failed']),
    note: textOf(value['note']) ?? 'none',
    factor: wordOf(value['factor'], ['finger', 'face', 'iris', 'card']),
    presses: numberOf(value['presses'], 0),
    needed: numberOf(value['needed'], 1),
    userid: numberOf(value['userid'], 0),
    name: textOf(value['name']) ?? '',
  };
}

function styleOf(value: unknown): Style {
  const fields = isFields(value) ? value : {};
  const { separator, hour24, nextChangeS } = fields;
  return {
    order: wordOf(fields['order'], ['ymd', 'dmy', 'mdy']),
    separator: textOf(separator) ?? '-',
    hour24: hour24 !== false,
    saving: wordOf(fields['saving'], ['none', 'screenSaver', 'off']),
    savingAfterS: numberOf(fields['savingAfterS'], 0),
    locked: fields['locked'] === true,
    offsetMin: numberOf(fields['offsetMin'], 0),
    nextChangeS: typeof nextChangeS === 'number' ? nextChangeS : null,
    nextOffsetMin: numberOf(fields['nextOffsetMin'], 0),
  };
}

function deviceEventOf(fields: Fields): PanelEvent | undefined {
  const { event, device, state, faults } = fields;
  if (typeof device !== 'string') return undefined;
  if (event === 'state') return isFields(state) ? { type: 'state', device, state } : undefined;
  if (!isFields(faults) || !Object.values(faults).every((on) => typeof on === 'boolean')) return undefined;
  return { type: 'faults', device, faults: faults as Readonly<Record<string, boolean>> };
}

function userOf(value: unknown): Access['user'] | undefined {
  if (value === null) return null;
  if (typeof value !== 'object' || value === undefined) return undefined;
  const { userid, name } = value as Fields;
  return typeof userid === 'number' && typeof name === 'string' ? { userid, name } : undefined;
}

function accessOf(fields: Fields): Access | undefined {
  const { credential, time } = fields;
  const kind = credentialKinds.find((known) => known === fields['kind']);
  const user = userOf(fields['user']);
  if (kind === undefined || user === undefined) return undefined;
  if (typeof credential !== 'string' || typeof time !== 'number') return undefined;
  const asked = Array.isArray(fields['asked']) ? fields['asked'].map(String) : [];
  return {
    kind,
    credential,
    user,
    granted: fields['granted'] === true,
    asked,
    wait: typeof fields['wait'] === 'number' ? fields['wait'] : 0,
    word: textOf(fields['word']) ?? '',
    time,
    status: textOf(fields['status']) ?? '',
  };
}

const fieldsIn = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isFields) : []);
const stringOf = (value: unknown): string => textOf(value) ?? '';

function menuPersonOf(value: unknown): Menu['person'] {
  if (!isFields(value)) return null;
  return { userid: numberOf(value['userid'], 0), name: stringOf(value['name']), isNew: value['isNew'] === true };
}

function menuOf(fields: Fields): Menu | undefined {
  if (!Array.isArray(fields['entries'])) return undefined;
  const entries = fieldsIn(fields['entries']).map(({ key, what }) => ({ key: String(key), what: stringOf(what) }));
  return {
    page: wordOf(fields['page'], menuPages),
    note: wordOf(fields['note'], menuNotes),
    wait: numberOf(fields['wait'], 0),
    entries: entries.filter(({ key, what }) => /^\d$/.test(key) && what !== ''),
    person: menuPersonOf(fields['person']),
    holder: stringOf(fields['holder']),
    address: stringOf(fields['address']),
    mask: stringOf(fields['mask']),
    gateway: stringOf(fields['gateway']),
    links: fieldsIn(fields['links']).map((link) => ({
      interface: stringOf(link['interface']),
      lease: stringOf(link['lease']),
      address: stringOf(link['address']),
    })),
    checks: fieldsIn(fields['checks']).map(({ part, result }) => ({
      part: stringOf(part),
      result: wordOf(result, ['none', 'good', 'warning', 'failed']),
    })),
  };
}

export type BenchLine = { readonly event: PanelEvent } | { readonly answer: Answer };

/** Parses a line of the bench socket; undefined if it is unknown. */
export function readBenchLine(text: string): BenchLine | undefined {
  const fields = fieldsOf(text);
  if (fields === undefined) return undefined;
  if (fields['ok'] === true) return { answer: { ok: true } };
  if (fields['ok'] === false) return { answer: { ok: false, error: String(fields['error']) } };
  switch (fields['event']) {
    case 'display': {
      const display = displayOf(fields);
      return display === undefined ? undefined : { event: { type: 'display', ...display } };
    }
    case 'access': {
      const access = accessOf(fields);
      return access === undefined ? undefined : { event: { type: 'access', ...access } };
    }
    case 'menu': {
      const menu = menuOf(fields);
      return menu === undefined ? undefined : { event: { type: 'menu', ...menu } };
    }
    case 'state':
    case 'faults': {
      const event = deviceEventOf(fields);
      return event === undefined ? undefined : { event };
    }
    case 'photo': {
      const { userid, jpeg } = fields;
      if (typeof userid !== 'number' || typeof jpeg !== 'string' || !/^[\w-]{1,20000}$/.test(jpeg)) return undefined;
      return { event: { type: 'photo', userid, jpeg: jpeg.replaceAll('-', '+').replaceAll('_', '/') } };
    }
    case 'restart':
      return { event: { type: 'restart' } };
    default:
      return undefined;
  }
}

const dayMs = 24 * 3600 * 1000;
const word = /^[a-zA-Z0-9]{1,32}$/;
const isWord = (value: unknown): value is string => typeof value === 'string' && word.test(value);

/** Parses a command of the page; undefined if it is invalid: nothing else is passed on to the terminal. */
export function readCommand(text: string): Command | undefined {
  const fields = fieldsOf(text);
  switch (fields?.['do']) {
    case 'card':
    case 'pin':
      return credentialOf(fields);
    case 'key':
      return keyOf(fields);
    case 'fault': {
      const { device, kind, on } = fields;
      return isWord(device) && isWord(kind) && typeof on === 'boolean' ? { do: 'fault', device, kind, on } : undefined;
    }
    case 'clock': {
      const { advanceMs } = fields;
      const fits = Number.isSafeInteger(advanceMs) && Number(advanceMs) >= 0 && Number(advanceMs) <= 366 * dayMs;
      return fits ? { do: 'clock', advanceMs: Number(advanceMs) } : undefined;
    }
    case 'wifi':
    case 'wiegand':
    case 'bluetooth':
      return worldOf(fields);
    case 'finger':
    case 'iris':
      return shownOf(fields);
    case 'door':
      return doorOf(fields);
    default:
      return undefined;
  }
}

function keyOf({ key, status }: Fields): Command | undefined {
  if (key === 'menu') return { do: 'key', key };
  return key === 'status' && isWord(status) ? { do: 'key', key, status } : undefined;
}

function credentialOf(fields: Fields): Command | undefined {
  const { number, digits, uid } = fields;
  if (fields['do'] === 'card' && typeof number === 'string' && /^\d{1,20}$/.test(number)) {
    if (uid === undefined) return { do: 'card', number };
    return uid === 4 || uid === 7 ? { do: 'card', number, uid } : undefined;
  }
  if (fields['do'] === 'pin' && typeof digits === 'string' && /^\d{1,16}$/.test(digits)) return { do: 'pin', digits };
  return undefined;
}

const seedMax = 2_147_483_647;

function shownOf(fields: Fields): Command | undefined {
  const { seed, quality } = fields;
  const isWhole = (value: unknown, max: number): value is number =>
    Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= max;
  if (!isWhole(seed, seedMax)) return undefined;
  if (fields['do'] === 'iris') {
    return { do: 'iris', seed, eye: fields['eye'] === 'left' ? 'left' : 'right', lift: true };
  }
  return isWhole(quality, 100) ? { do: 'finger', seed, quality, lift: true } : undefined;
}

const doorActs = ['push', 'force', 'exit'] as const;
const doorSwitches = ['hold', 'tamper', 'fire', 'supply'] as const;

function doorOf(fields: Fields): Command | undefined {
  const act = doorActs.find((name) => fields[name] === true);
  if (act !== undefined) return { do: 'door', [act]: true } as DoorCommand;
  const name = doorSwitches.find((one) => typeof fields[one] === 'boolean');
  return name === undefined ? undefined : ({ do: 'door', [name]: fields[name] } as DoorCommand);
}

/* The simulated device checks the properties of a network or a phone itself. */
function worldOf(fields: Fields): Command | undefined {
  const { remove, network, ask, show } = fields;
  if ((fields['do'] === 'wiegand' || fields['do'] === 'bluetooth') && isFields(show)) return { do: fields['do'], show };
  if (fields['do'] === 'wifi' && typeof remove === 'string' && remove.length <= 32) return { do: 'wifi', remove };
  if (fields['do'] === 'wifi' && isFields(network)) return { do: 'wifi', network };
  return fields['do'] === 'bluetooth' && isFields(ask) ? { do: 'bluetooth', ask } : undefined;
}
