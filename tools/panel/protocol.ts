// What goes over the bench socket and on to the panel's page; firmware/hal/sim/bench.h says what it means. Whatever comes
// in is checked here before anybody uses it.

/** How the display writes dates and times, and what it does when nobody uses it. */
export interface Style {
  readonly order: 'ymd' | 'dmy' | 'mdy';
  readonly separator: string;
  readonly hour24: boolean;
  readonly saving: 'none' | 'screenSaver' | 'off';
  readonly savingAfterS: number;
  /** The keypad takes nothing. */
  readonly locked: boolean;
  /** Local time minus UTC, and what it is after the next change of the clock. */
  readonly offsetMin: number;
  readonly nextChangeS: number | null;
  readonly nextOffsetMin: number;
}

export interface Display {
  readonly on: boolean;
  readonly lines: readonly string[];
  readonly language: string;
  readonly initialPassword: string | null;
  /** Calendar time of the terminal when this was sent, in milliseconds since 1970 UTC. */
  readonly clock: number;
  /** Nobody has used it for a while: screen saver, or dark. */
  readonly asleep: boolean;
  /** Label of the attendance status in force; '' if there is none. */
  readonly status: string;
  /** Labels of those that are offered. */
  readonly statuses: readonly string[];
  /** Address of the console, and name and key of the own access point; null while there are none to show. */
  readonly console: string | null;
  readonly wifiSsid: string | null;
  readonly wifiKey: string | null;
  readonly style: Style;
}

/** What a simulated device says about itself, as its own file has it. */
export type DeviceState = Readonly<Record<string, unknown>>;

export interface Access {
  readonly kind: 'card' | 'pin';
  /** Masked: enough to recognise, too little to use. */
  readonly credential: string;
  readonly user: { readonly userid: number; readonly name: string } | null;
  /** The person is let in. */
  readonly granted: boolean;
  /** Not yet: another credential is asked for. */
  readonly asked: boolean;
  readonly time: number;
  /** Label of the attendance status that it got. */
  readonly status: string;
}

/** What the page is sent. */
export type PanelEvent =
  | { readonly type: 'link'; readonly connected: boolean }
  | ({ readonly type: 'display' } & Display)
  | ({ readonly type: 'access' /** It happened before the page asked. */; readonly past?: true } & Access)
  | { readonly type: 'state'; readonly device: string; readonly state: DeviceState }
  | { readonly type: 'faults'; readonly device: string; readonly faults: Readonly<Record<string, boolean>> }
  | { readonly type: 'restart' };

/** What a person can do at the terminal, and with the world around it. */
export type Command =
  | { readonly do: 'card'; readonly number: string }
  | { readonly do: 'pin'; readonly digits: string }
  | { readonly do: 'fault'; readonly device: string; readonly kind: string; readonly on: boolean }
  /** Lets time pass. */
  | { readonly do: 'clock'; readonly advanceMs: number }
  | { readonly do: 'wifi'; readonly remove: string }
  | { readonly do: 'wifi'; readonly network: DeviceState }
  /** A phone asks for authorization. */
  | { readonly do: 'bluetooth'; readonly ask: DeviceState };

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
    console: textOf(fields['console']),
    wifiSsid: textOf(fields['wifiSsid']),
    wifiKey: textOf(fields['wifiKey']),
    style: styleOf(fields['style']),
  };
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const numberOf = (value: unknown, otherwise: number): number => (typeof value === 'number' ? value : otherwise);
const wordOf = <Word extends string>(value: unknown, words: readonly [Word, ...Word[]]): Word =>
  words.find((word) => word === value) ?? words[0];

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
  const { kind, credential, time } = fields;
  const user = userOf(fields['user']);
  if ((kind !== 'card' && kind !== 'pin') || user === undefined) return undefined;
  if (typeof credential !== 'string' || typeof time !== 'number') return undefined;
  const asked = Array.isArray(fields['asked']) && fields['asked'].length > 0;
  return {
    kind,
    credential,
    user,
    granted: fields['granted'] === true,
    asked,
    time,
    status: textOf(fields['status']) ?? '',
  };
}

export type BenchLine = { readonly event: PanelEvent } | { readonly answer: Answer };

/** A line of the bench socket, or undefined when it is none that we know. */
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
    case 'state':
    case 'faults': {
      const event = deviceEventOf(fields);
      return event === undefined ? undefined : { event };
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

/** A command of the page, or undefined when it is none: nothing else is handed on to the terminal. */
export function readCommand(text: string): Command | undefined {
  const fields = fieldsOf(text);
  switch (fields?.['do']) {
    case 'card':
    case 'pin':
      return credentialOf(fields);
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
    case 'bluetooth':
      return worldOf(fields);
    default:
      return undefined;
  }
}

function credentialOf(fields: Fields): Command | undefined {
  const { number, digits } = fields;
  if (fields['do'] === 'card' && typeof number === 'string' && /^\d{1,20}$/.test(number)) return { do: 'card', number };
  if (fields['do'] === 'pin' && typeof digits === 'string' && /^\d{1,16}$/.test(digits)) return { do: 'pin', digits };
  return undefined;
}

/* What is in a network or a phone, the simulated device checks itself. */
function worldOf(fields: Fields): Command | undefined {
  const { remove, network, ask } = fields;
  if (fields['do'] === 'wifi' && typeof remove === 'string' && remove.length <= 32) return { do: 'wifi', remove };
  if (fields['do'] === 'wifi' && isFields(network)) return { do: 'wifi', network };
  return fields['do'] === 'bluetooth' && isFields(ask) ? { do: 'bluetooth', ask } : undefined;
}
