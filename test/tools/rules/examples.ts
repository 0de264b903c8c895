/* The examples of docs/rules.md: tables of given, when and then, and of sent and kept. What cannot be read is an error, so that no
 * example is passed over. */
import type { Clock, Holiday, Interval, Kind, Period, Plan } from './plan.ts';

export interface Example {
  /** Line of the file, from 1. */
  readonly line: number;
  readonly plan: Plan;
  /** Of the driver. */
  readonly question: string;
  readonly answer: string;
}

export interface MergeExample {
  readonly line: number;
  readonly sent: readonly Interval[];
  readonly kept: readonly Interval[];
}

const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const longDays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** The last Sunday of March at 02:00, and of October at 03:00. */
const clocks: Readonly<Record<string, Clock>> = {
  'Central Europe': { zone: 60, change: 60, start: [3, 5, 0, 2], end: [10, 5, 0, 3] },
};

function matched(pattern: RegExp, text: string): readonly string[] {
  const match = pattern.exec(text);
  if (match === null) {
    throw new Error(`'${text}' is not read by ${String(pattern)}`);
  }
  return match.slice(1).map((part) => part ?? '');
}

function indexIn(words: readonly string[], word: string): number {
  const index = words.indexOf(word);
  if (index < 0) {
    throw new Error(`'${word}' is none of ${words.join(', ')}`);
  }
  return index;
}

const minute = (hours: string, minutes: string): number => Number(hours) * 60 + Number(minutes);

function intervalsOf(text: string): Interval[] {
  return text === ''
    ? []
    : text.split(', ').map((part): Interval => {
        const [day = '', h = '', m = '', toH = '', toM = ''] = matched(/^(\w{3}) (\d\d):(\d\d)-(\d\d):(\d\d)$/, part);
        return { day: indexIn(days, day), start: minute(h, m), end: minute(toH, toM) };
      });
}

const dateOf = (text: string): number => Number(text.replaceAll('-', ''));

class PlanReader {
  readonly zones = new Map<number, Interval[]>();
  readonly groups = new Map<number, number[]>();
  readonly periods: Period[] = [];
  readonly inForce = new Map<number, number[]>();
  readonly holidays: Holiday[] = [];
  clock?: Clock;

  read(part: string): void {
    const [head = '', rest = ''] = matched(/^([^:]+): (.*)$/, part);
    const [kind = '', number = ''] = matched(/^([a-z ]*?[a-z])(?: (\d+))?(?: .*)?$/, head);
    switch (kind) {
      case 'clock':
        this.clock = clocks[rest] ?? this.#unknown(rest);
        return;
      case 'zone':
        this.zones.set(Number(number), intervalsOf(rest));
        return;
      case 'group':
        this.groups.set(Number(number), rest === 'none' ? [] : rest.split(', ').map(Number));
        return;
      case 'holiday':
        this.#holiday(Number(number), rest);
        return;
      default:
        this.#period(head, rest);
    }
  }

  #unknown(text: string): never {
    throw new Error(`'${text}' is not known`);
  }

  #holiday(number: number, text: string): void {
    const [from = '', to = '', plan = '', yearly] = matched(
      /^(\d{4}-\d\d-\d\d)(?: to (\d{4}-\d\d-\d\d))?, (\w+)(, yearly)?$/,
      text,
    );
    this.holidays.push({
      number,
      from: dateOf(from),
      to: dateOf(to === '' ? from : to),
      yearly: yearly !== '',
      ...(plan === 'none' ? {} : { plan: indexIn(longDays, plan) }),
    });
  }

  #period(head: string, text: string): void {
    const [kind = '', number = '', group = '', door] = matched(
      /^(working|always open|always closed) (\d+)(?: for (\d+)|( in force))?$/,
      head,
    );
    const kinds: Readonly<Record<string, Kind>> = {
      working: 'working',
      'always open': 'alwaysOpen',
      'always closed': 'alwaysClosed',
    };
    this.periods.push({
      number: Number(number),
      kind: kinds[kind] ?? this.#unknown(kind),
      intervals: intervalsOf(text),
    });
    if (group !== '' || door !== '') {
      const whom = Number(group);
      this.inForce.set(whom, [...(this.inForce.get(whom) ?? []), Number(number)]);
    }
  }
}

function planOf(text: string): Plan {
  const reader = new PlanReader();
  for (const part of text === '' ? [] : text.split('; ')) {
    reader.read(part);
  }
  return reader;
}

function questionOf(text: string): string {
  const [who = '', date = '', time = ''] = matched(/^(group \d+|door), (\d{4}-\d\d-\d\d) (\d\d:\d\d)(?: UTC)?$/, text);
  const seconds = Date.parse(`${date}T${time}:00Z`) / 1000;
  return who === 'door' ? `doorAt ${seconds}` : `groupAt ${who.slice('group '.length)} ${seconds}`;
}

function answerOf(text: string): string {
  const fixed: Readonly<Record<string, string>> = {
    never: '0 never 0 0 0',
    outside: '0 outside 0 0 0',
    normal: 'normal 0 0',
    'let in at any time': '1 anyTime 0 0 0',
  };
  const reason = /^holiday (\d+)$/.exec(text);
  if (text in fixed || reason !== null) {
    return fixed[text] ?? `0 holiday 0 0 ${reason?.[1]}`;
  }
  const [what = '', by = '', number = '', holiday = ''] = matched(
    /^(let in|open|closed) by (time zone|period group) (\d+)(?:, holiday (\d+))?$/,
    text,
  );
  if (what !== 'let in') {
    return `${what} ${number} ${holiday || 0}`;
  }
  return by === 'time zone' ? `1 zone ${number} 0 ${holiday || 0}` : `1 period 0 ${number} ${holiday || 0}`;
}

interface Row {
  readonly line: number;
  readonly cells: readonly string[];
}

/** Rows of the tables below a `## ` heading that have this head. */
function rowsOf(document: string, section: string, head: string): Row[] {
  let within = false;
  let table = false;
  return document.split('\n').flatMap((text, index): Row[] => {
    within = text.startsWith('## ') ? text === `## ${section}` : within;
    table = text.startsWith('|') && (table || text === head);
    return within && table && text !== head && !/^\|[-|]+\|$/.test(text)
      ? [
          {
            line: index + 1,
            cells: text
              .slice(1, -1)
              .split('|')
              .map((cell) => cell.trim()),
          },
        ]
      : [];
  });
}

const hours = 'Hours, groups and holidays';

function at<T>(line: number, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new Error(`docs/rules.md:${line}: ${String(error)}`, { cause: error });
  }
}

export const readExamples = (document: string): Example[] =>
  rowsOf(document, hours, '| given | when | then |').map(({ line, cells: [given = '', when = '', then = ''] }) =>
    at(line, () => ({ line, plan: planOf(given), question: questionOf(when), answer: answerOf(then) })),
  );

export const readMergeExamples = (document: string): MergeExample[] =>
  rowsOf(document, hours, '| sent | kept |').map(({ line, cells: [sent = '', kept = ''] }) =>
    at(line, () => ({ line, sent: intervalsOf(sent), kept: intervalsOf(kept) })),
  );
