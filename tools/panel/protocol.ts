// What goes over the bench socket and on to the panel's page; firmware/hal/sim/bench.h says what it means. Whatever comes
// in is checked here before anybody uses it.

export interface Display {
  readonly on: boolean;
  readonly lines: readonly string[];
  readonly language: string;
  readonly initialPassword: string | null;
  /** Calendar time of the terminal when this was sent, in milliseconds since 1970 UTC. */
  readonly clock: number;
}

export interface Access {
  readonly kind: 'card' | 'pin';
  /** Masked: enough to recognise, too little to use. */
  readonly credential: string;
  readonly user: { readonly userid: number; readonly name: string } | null;
  readonly time: number;
}

/** What the page is sent. */
export type PanelEvent =
  | { readonly type: 'link'; readonly connected: boolean }
  | ({ readonly type: 'display' } & Display)
  | ({ readonly type: 'access' /** It happened before the page asked. */; readonly past?: true } & Access)
  | { readonly type: 'restart' };

/** What a person can do at the terminal. */
export type Command =
  | { readonly do: 'card'; readonly number: string }
  | { readonly do: 'pin'; readonly digits: string };

export type Answer = { readonly ok: true } | { readonly ok: false; readonly error: string };

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
  } catch {
    return undefined;
  }
}

function displayOf(fields: Fields): Display | undefined {
  const { on = true, lines, language, initialPassword, clock } = fields;
  if (typeof on !== 'boolean' || typeof language !== 'string' || typeof clock !== 'number') return undefined;
  if (!Array.isArray(lines) || !lines.every((line) => typeof line === 'string')) return undefined;
  if (initialPassword !== null && typeof initialPassword !== 'string') return undefined;
  return { on, lines, language, initialPassword, clock };
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
  return typeof credential === 'string' && typeof time === 'number' ? { kind, credential, user, time } : undefined;
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
    case 'restart':
      return { event: { type: 'restart' } };
    default:
      return undefined;
  }
}

/** A command of the page, or undefined when it is none: nothing else is handed on to the terminal. */
export function readCommand(text: string): Command | undefined {
  const fields = fieldsOf(text);
  const { number, digits } = fields ?? {};
  if (fields?.['do'] === 'card' && typeof number === 'string' && /^\d{1,20}$/.test(number))
    return { do: 'card', number };
  if (fields?.['do'] === 'pin' && typeof digits === 'string' && /^\d{1,16}$/.test(digits)) return { do: 'pin', digits };
  return undefined;
}
