/** Cells that can be read in more than one way: what has to be chosen, and what the first of them would become. Pure. */
import type {
  BulkCalendar,
  BulkCardBase,
  BulkCardGroups,
  BulkCheckRequest,
  BulkDateOrder,
  BulkLookReply,
  BulkQuestion,
} from '@gen/bulk.ts';
import { isCardField } from '../../../lib/userCards.ts';
import type { Columns } from './columns.ts';

export interface Readings {
  readonly dateOrder: BulkDateOrder;
  readonly calendar: BulkCalendar;
  readonly cardBase: BulkCardBase;
  readonly cardGroups: BulkCardGroups;
}

/** What the terminal decides by itself. */
export const AUTO: Readings = { dateOrder: 'auto', calendar: 'gregorian', cardBase: 'auto', cardGroups: 'auto' };

export const QUESTIONS = ['dateOrder', 'calendar', 'cardBase', 'cardGroups'] as const satisfies BulkQuestion[];

const TWO_ORDERS = /^(\d{1,2})([-/])(\d{1,2})\2(\d{4})(?!\d)/;
const YEAR = /^(\d{4})[-/.]|[-/.](\d{4})(?!\d)/;
const GROUPS = /^([1-9]\d{0,2})[,.\s](\d{3})$/;
const HEX = /^0x[\da-f]{1,8}$|^(?=.*[a-f])[\da-f]{1,8}$/i;

const pad = (text: string): string => text.padStart(2, '0');

/** A date in one of the two orders, as 2027-01-05. */
export function dayIn(text: string, order: 'dayFirst' | 'monthFirst'): string | undefined {
  const [, first, , second, year] = TWO_ORDERS.exec(text) ?? [];
  if (first === undefined || second === undefined || year === undefined) return undefined;
  const [day, month] = order === 'dayFirst' ? [first, second] : [second, first];
  return Number(month) <= 12 && Number(day) <= 31 ? `${year}-${pad(month)}-${pad(day)}` : undefined;
}

function isOpenDate(text: string): boolean {
  const [, first = '', , second = ''] = TWO_ORDERS.exec(text) ?? [];
  return first !== '' && Number(first) <= 12 && Number(second) <= 12 && Number(first) !== Number(second);
}

function isOtherYear(text: string): boolean {
  const [, before, behind] = YEAR.exec(text) ?? [];
  const year = Number(before ?? behind ?? '2000');
  return year < 2000 || year > 2099;
}

const tests: Readonly<Record<BulkQuestion, (text: string) => boolean>> = {
  dateOrder: isOpenDate,
  calendar: isOtherYear,
  cardBase: (text) => HEX.test(text),
  cardGroups: (text) => GROUPS.test(text),
};

/** The first cells of the sample that a question is about. */
export function cellsOf(question: BulkQuestion, look: BulkLookReply, columns: Columns): string[] {
  const isCard = question === 'cardBase' || question === 'cardGroups';
  return columns.flatMap((field, at) => {
    const fits = isCard ? isCardField(field) : field === 'validFrom' || field === 'validTo';
    if (!fits) return [];
    const cells = look.sample.map(({ cells: row }) => row[at] ?? '');
    /* A date over 12 shows the order for the whole column. */
    const isShown = question === 'dateOrder' && cells.some((text) => TWO_ORDERS.test(text) && !isSmall(text));
    return isShown ? [] : cells.filter(tests[question]);
  });
}

function isSmall(text: string): boolean {
  const [, first = '', , second = ''] = TWO_ORDERS.exec(text) ?? [];
  return Number(first) <= 12 && Number(second) <= 12;
}

/** What has to be chosen: a first row needs it, the last check asked for it, or it was chosen before. */
export function openQuestions(
  look: BulkLookReply,
  columns: Columns,
  asks: readonly BulkQuestion[],
  chosen: Readings,
): BulkQuestion[] {
  return QUESTIONS.filter(
    (question) =>
      asks.includes(question) || chosen[question] !== AUTO[question] || cellsOf(question, look, columns).length > 0,
  );
}

const DAY_MS = 86_400_000;
/** The calendars as the browser knows them, and the day that year 0 would begin on. */
const CALENDARS = {
  persian: { name: 'persian', year: 365.2422, zero: Date.UTC(621, 2, 20) },
  hijri: { name: 'islamic-umalqura', year: 354.367, zero: Date.UTC(622, 6, 18) - 354.367 * DAY_MS },
} as const;
/** How far the mean year is off at most. */
const SEARCH_DAYS = 6;

/** A day of another calendar, as 2027-12-31, when one of the two orders is known. */
export function dayOf(text: string, calendar: BulkCalendar, order: BulkDateOrder): string | undefined {
  const [first = '', second = '', third = ''] = text.split(/[-/.]/);
  const isYearFirst = first.length === 4;
  if (!isYearFirst && order === 'auto' && !text.includes('.') && Number(first) <= 12) return undefined;
  const [year, month, day] = isYearFirst
    ? [first, second, third]
    : order === 'monthFirst'
      ? [third, first, second]
      : [third, second, first];
  if (!/^\d{4}$/.test(year) || !/^\d{1,2}$/.test(month) || !/^\d{1,2}$/.test(day)) return undefined;
  if (calendar === 'gregorian') return undefined;
  if (calendar === 'buddhist') return `${Number(year) - 543}-${pad(month)}-${pad(day)}`;
  return searchDay([Number(year), Number(month), Number(day)], calendar);
}

function searchDay(wanted: readonly [number, number, number], calendar: 'persian' | 'hijri'): string | undefined {
  const { name, year, zero } = CALENDARS[calendar];
  const format = new Intl.DateTimeFormat(`en-u-ca-${name}-nu-latn`, {
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    timeZone: 'UTC',
  });
  const guess = zero + (wanted[0] * year + ((wanted[1] - 1) * year) / 12 + wanted[2]) * DAY_MS;
  for (let off = -SEARCH_DAYS; off <= SEARCH_DAYS; off++) {
    const at = new Date(guess + off * DAY_MS);
    const parts = format.formatToParts(at);
    const number = (type: string) => Number(parts.find((part) => part.type === type)?.value);
    if (number('year') === wanted[0] && number('month') === wanted[1] && number('day') === wanted[2]) {
      return at.toISOString().slice(0, 10);
    }
  }
  return undefined;
}

/** The card number that a cell would become; undefined: the answer does not concern it. */
export function cardIn(text: string, answer: BulkCardBase | BulkCardGroups): number | undefined {
  const [, first, second] = GROUPS.exec(text) ?? [];
  if (answer === 'hex' || (answer === 'decimal' && /^0x/i.test(text))) {
    return HEX.test(text) ? Number.parseInt(text.replace(/^0x/i, ''), 16) : undefined;
  }
  if (first === undefined || second === undefined) return undefined;
  if (answer === 'thousands') return Number(first + second);
  return answer === 'facility' ? Number(first) * 65536 + Number(second) : undefined;
}

/** What was chosen, without what the terminal decides by itself. */
export function answersOf(chosen: Readings): Partial<Pick<BulkCheckRequest, BulkQuestion>> {
  return Object.fromEntries(
    QUESTIONS.filter((question) => chosen[question] !== AUTO[question]).map((question) => [question, chosen[question]]),
  );
}
