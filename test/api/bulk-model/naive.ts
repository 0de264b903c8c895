/* Users in bulk, once more, written from docs/rules.md and the contract alone: each row is tried on a copy of the users. */
import type { CallRequest } from '../../harness/contract.ts';

export type Existing = NonNullable<CallRequest<'bulkCheck'>['existing']>;
export type Field = NonNullable<CallRequest<'bulkCheck'>['columns']>[number];
export type Change = CallRequest<'bulkEdit'>['change'];

/** A user as the list tells it, with what decides whether a level can be given. */
export interface Person {
  readonly userid: number;
  readonly username: string;
  readonly cardno: string;
  readonly level: number;
  readonly group: number;
  readonly identifyMode: 'device' | 'any' | 'all';
  readonly identifyFactors: readonly string[];
  readonly shift: number;
  readonly validFrom: string;
  readonly validTo: string;
  readonly employeeNo: string;
  readonly department: string;
  readonly cardno2: string;
  readonly cardno3: string;
  readonly cardno4: string;
  readonly cardno5: string;
  readonly revision: number;
  /** Has a password that opens the console. */
  readonly mayHaveLevel: boolean;
}

export type People = ReadonlyMap<number, Person>;
export type Given = Partial<Omit<Person, 'userid' | 'revision' | 'mayHaveLevel'>>;

/** What somebody asks for: the fields that are given of a user. */
export interface Row {
  readonly line: number;
  readonly userid: number;
  readonly given: Given;
  readonly cells: readonly string[];
}

/** Who imports. */
export interface Importer {
  /** 0: the account `admin`. */
  readonly userid: number;
  readonly level: number;
}

export interface Wrong {
  readonly line: number;
  readonly userid: number;
  readonly name: string;
  readonly field: string;
  readonly text: string;
  readonly error: string;
  /** Row of the file, or user who is there, with the same value; 0: none. */
  readonly otherLine: number;
  readonly otherUserid: number;
}

export interface Counts {
  added: number;
  changed: number;
  same: number;
  skipped: number;
}

export interface Outcome {
  readonly counts: Counts;
  readonly wrong: readonly Wrong[];
  readonly good: readonly Row[];
  /** The users afterwards. */
  readonly people: People;
  /** Users with a level before or after that were added or changed. */
  readonly administrators: readonly number[];
  readonly raises: boolean;
}

type Other = Pick<Wrong, 'otherLine' | 'otherUserid'>;

const ALONE: Other = { otherLine: 0, otherUserid: 0 };

class Refusal extends Error {
  readonly field: string;
  readonly other: Other;
  constructor(error: string, field: string, other: Partial<Other> = {}) {
    super(error);
    this.field = field;
    this.other = { ...ALONE, ...other };
  }
}

const factors = ['card', 'finger', 'password', 'face', 'iris', 'id'];
const modes = ['device', 'any', 'all'] as const;

function whole(text: string, most: number, error = 'wrong_type'): number {
  if (!/^[0-9]+$/.test(text)) throw new Error(error);
  if (Number(text) > most) throw new Error('out_of_range');
  return Number(text);
}

/** Readings of a day of any of the usual forms, day first and month first, each as 2026-01-31; undefined: it is none. */
function daysOf(text: string): readonly [string | undefined, string | undefined] {
  const parts = /^([0-9]+)([-./])([0-9]+)\2([0-9]+)$/.exec(text);
  if (parts === null) return [undefined, undefined];
  const [, one = '', sign = '', two = '', three = ''] = parts;
  const day = (year: string, month: string, date: string): string | undefined => {
    const whole = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
    const at = new Date(`${whole}T00:00:00Z`);
    return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(whole) ? whole : undefined;
  };
  if (one.length === 4) return [day(one, two, three), day(one, two, three)];
  const dayFirst = day(three, two, one);
  return [dayFirst, sign === '.' ? dayFirst : day(three, one, two)];
}

type Order = 'day' | 'month' | 'unclear';

/** What all texts of a column that give something say together of how each is read. */
export interface Reading {
  readonly order: Order;
  readonly isHex: boolean;
}

export function readingOf(texts: readonly string[]): Reading {
  const given = texts.filter((text) => text !== '' && text !== '-');
  const only = given.map(daysOf).filter(([one, other]) => (one === undefined) !== (other === undefined));
  const isDay = only.some(([one]) => one !== undefined);
  const isMonth = only.some(([, other]) => other !== undefined);
  return {
    order: isDay === isMonth ? 'unclear' : isDay ? 'day' : 'month',
    isHex: given.every((text) => /^0x/.test(text)),
  };
}

function dayOf(text: string, { order }: Reading): string {
  const [dayFirst, monthFirst] = daysOf(text);
  if (dayFirst === undefined && monthFirst === undefined) throw new Error('bad_format');
  if (dayFirst !== monthFirst && order === 'unclear') throw new Error('date_order');
  const day = order === 'month' ? monthFirst : dayFirst;
  if (day === undefined) throw new Error('bad_format');
  return day;
}

/** As `whole`, of a number that is not exact in JavaScript. */
function wholeText(text: string, most: string): string {
  whole(text, Number.POSITIVE_INFINITY, 'bad_format');
  if (BigInt(text) > BigInt(most)) throw new Error('out_of_range');
  return String(BigInt(text));
}

function cardOf(text: string, { isHex }: Reading): string {
  if (text === '-') return '0';
  if (/^[1-9][0-9]{0,2} [0-9]{3}$/.test(text)) throw new Error('card_groups');
  if (!/^0x/.test(text)) return wholeText(text, '72057594037927935');
  if (!isHex) throw new Error('card_base');
  return String(Number(text));
}

function factorsOf(text: string): readonly string[] {
  const words = text
    .toLowerCase()
    .split(/[ ,;+|/]+/)
    .filter((word) => word !== '');
  if (words.some((word) => !factors.includes(word)) || new Set(words).size < words.length)
    throw new Error('out_of_range');
  return factors.filter((word) => words.includes(word));
}

function modeOf(text: string): (typeof modes)[number] {
  const mode = modes.find((word) => word === text.toLowerCase());
  if (mode === undefined) throw new Error('out_of_range');
  return mode;
}

function nameOf(text: string): string {
  if ([...text].length > 64) throw new Error('user_name_format');
  return text;
}

/** What a cell that is not empty gives. */
function cellGives(field: Field, text: string, reading: Reading): Given {
  switch (field) {
    case 'username':
      return { username: nameOf(text) };
    case 'cardno':
      return { cardno: cardOf(text, reading) };
    case 'level':
      return { level: whole(text, 16) };
    case 'group':
      return { group: whole(text, 16, 'group_name') };
    case 'identifyMode':
      return { identifyMode: modeOf(text) };
    case 'identifyFactors':
      return { identifyFactors: text === '-' ? [] : factorsOf(text) };
    case 'shift':
      return { shift: whole(text, 64, 'shift_name') };
    case 'validFrom':
      return { validFrom: text === '-' ? '' : dayOf(text, reading) };
    case 'validTo':
      return { validTo: text === '-' ? '' : dayOf(text, reading) };
    default:
      return {};
  }
}

function idOf(text: string): number {
  const id = /^[0-9]+$/.test(text) ? Number(text) : 0;
  if (id < 1 || id > 999_999_999) throw new Error('user_id_invalid');
  return id;
}

/** The cell in the column of a field. */
function textAt(columns: readonly Field[], cells: readonly string[], field: string): string {
  const at = columns.findIndex((column) => String(column) === field);
  return field === '' ? '' : (cells[at] ?? '');
}

/** A row of a table as what it asks for, or what is wrong with it; `cells` as the file is understood. */
export function readRow(
  columns: readonly Field[],
  line: number,
  cells: readonly string[],
  isBroken: boolean,
  readings: readonly Reading[],
): Row | Wrong {
  let given: Given = {};
  let userid = 0;
  let first: Refusal | undefined;
  for (const [at, field] of columns.entries()) {
    const text = cells[at] ?? '';
    if (text === '' || field === 'none') continue;
    try {
      if (field === 'userid') userid = idOf(text);
      else given = { ...given, ...cellGives(field, text, readings[at] ?? readingOf([])) };
    } catch (error) {
      first ??= new Refusal(error instanceof Error ? error.message : '', field);
    }
  }
  const idMissing = userid === 0 && first === undefined;
  if (isBroken) first = new Refusal('cells_too_many', '');
  else if (idMissing) first = new Refusal('missing_parameter', 'userid');
  if (first === undefined) return { line, userid, given, cells };
  const text = textAt(columns, cells, first.field);
  return { line, userid, name: given.username ?? '', field: first.field, text, error: first.message, ...ALONE };
}

const newcomer = (userid: number): Person => ({
  userid,
  username: '',
  cardno: '0',
  level: 0,
  group: 1,
  identifyMode: 'device',
  identifyFactors: [],
  shift: 0,
  validFrom: '',
  validTo: '',
  employeeNo: '',
  department: '',
  cardno2: '0',
  cardno3: '0',
  cardno4: '0',
  cardno5: '0',
  revision: 0,
  mayHaveLevel: false,
});

const isEqual = (one: Person, other: Person): boolean => JSON.stringify(one) === JSON.stringify(other);

/** What one's own hours are measured by. */
const OWN_HOURS = ['shift', 'group', 'validFrom', 'validTo'] as const;

/** Refuses what may not be, one by one, in the order in which adduser and edituser say it. */
function refuse(people: People, by: Importer, before: Person | undefined, after: Person): void {
  if ((before?.level ?? 0) > by.level) throw new Refusal('above_level', 'userid');
  if (after.level > by.level) throw new Refusal('above_level', 'level');
  const isOwn = after.userid === by.userid;
  if (isOwn && after.level < (before?.level ?? 0)) throw new Refusal('own_account', 'level');
  const hours = OWN_HOURS.find((field) => after[field] !== before?.[field]);
  if (isOwn && by.level < 16 && hours !== undefined) throw new Refusal('own_hours', hours);
  if (after.identifyMode === 'all' && after.identifyFactors.length === 0) {
    throw new Refusal('missing_parameter', 'identifyFactors');
  }
  if (after.validTo !== '' && after.validFrom !== '' && after.validTo < after.validFrom) {
    throw new Refusal('out_of_range', 'validTo');
  }
  if (after.level > 0 && !after.mayHaveLevel) throw new Refusal('password_rules', 'password');
  if (BigInt(after.cardno) > 0xffffffffn) throw new Refusal('card_too_long', 'cardno');
  const holder = [...people.values()].find(({ cardno }) => cardno !== '0' && cardno === after.cardno);
  if (holder !== undefined && holder.userid !== after.userid) {
    throw new Refusal('card_exists', 'cardno', { otherUserid: holder.userid });
  }
}

export interface Question {
  readonly rows: readonly Row[];
  readonly by: Importer;
  readonly existing: Existing;
  /** Nobody is added. */
  readonly isEdit: boolean;
  /** The rows are judged against each other too: a value that appears twice in the file is wrong. */
  readonly isFile: boolean;
  /** The password was not asked for: nobody gets a higher level. */
  readonly mayRaise: boolean;
  /** What the columns are, for the text that stands in the one that is wrong. */
  readonly columns: readonly Field[];
}

/** Tries the rows one after another on `people`. */
export function importRows(people: People, question: Question): Outcome {
  const { by, existing, isEdit, isFile, mayRaise, columns } = question;
  const now = new Map(people);
  const counts: Counts = { added: 0, changed: 0, same: 0, skipped: 0 };
  const wrong: Wrong[] = [];
  const good: Row[] = [];
  const administrators: number[] = [];
  /* With the row that had it first. */
  const ids = new Map<number, number>();
  const cards = new Map<string, number>();
  let raises = false;

  const tryRow = ({ userid, given, line }: Row): void => {
    const before = now.get(userid);
    const twin = ids.get(userid);
    if (isFile && twin !== undefined) throw new Refusal('row_twice', 'userid', { otherLine: twin });
    ids.set(userid, line);
    if (before === undefined && isEdit) throw new Refusal('user_unknown', 'userid');
    if (before !== undefined && existing === 'refuse') {
      throw new Refusal('user_id_exists', 'userid', { otherUserid: userid });
    }
    if (before !== undefined && existing === 'skip') {
      counts.skipped++;
      return;
    }
    const after = { ...(before ?? newcomer(userid)), ...given };
    try {
      refuse(now, by, before, after);
    } catch (error) {
      const isOfFile = [...now.values()].some(
        ({ userid: other, cardno }) => cardno === after.cardno && people.get(other)?.cardno !== cardno,
      );
      if (!(isFile && isOfFile && error instanceof Refusal && error.message === 'card_exists')) throw error;
    }
    const card = given.cardno ?? '0';
    const first = cards.get(card);
    if (isFile && card !== '0' && first !== undefined) throw new Refusal('card_twice', 'cardno', { otherLine: first });
    cards.set(card, first ?? line);
    const isRaised = after.level > (before?.level ?? 0);
    if (isRaised && !mayRaise) throw new Refusal('password_needed', 'level');
    raises ||= isRaised;
    if (before !== undefined && isEqual(before, after)) {
      counts.same++;
      return;
    }
    if (before === undefined) counts.added++;
    else counts.changed++;
    if (after.level > 0 || (before?.level ?? 0) > 0) administrators.push(userid);
    now.set(userid, { ...after, revision: after.revision + 1 });
  };

  for (const row of question.rows) {
    try {
      tryRow(row);
      good.push(row);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const text = textAt(columns, row.cells, error.field);
      const name = row.given.username ?? people.get(row.userid)?.username ?? '';
      const { field, message, other } = error;
      wrong.push({ line: row.line, userid: row.userid, name, field, text, error: message, ...other });
    }
  }
  return { counts, wrong, good, people: now, administrators, raises };
}
