/* Random tables and changes, imported one after another into one terminal: what the check says, what is written and what is
 * stored afterwards is what the naive model says. `SEED` repeats a run, `ROUNDS` makes it longer. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BulkState, send, settled } from '../../harness/bulk.ts';
import type { Client } from '../../harness/client.ts';
import { type CallRequest, catalogue, errorNamed } from '../../harness/contract.ts';
import { rowsOf, unguarded } from '../../harness/csv.ts';
import { queryDatabase } from '../../harness/database.ts';
import { Random, runSeed } from '../../harness/random.ts';
import { goodPassword, Terminal } from '../../harness/terminal.ts';
import {
  type Change,
  type Existing,
  type Importer,
  importRows,
  type Outcome,
  type People,
  type Question,
  type Row,
  readingOf,
  readRow,
  type Wrong,
} from './naive.ts';
import { cards, ids, officerId, someTable, type Table } from './tables.ts';

const seed = runSeed(20_261_127);
const rounds = Number(process.env['ROUNDS'] ?? 100);

const others = ids.filter((id) => id !== officerId);

const random = new Random(seed);
let terminal: Terminal;
let officer: Client;

beforeAll(async () => {
  terminal = await Terminal.start();
  officer = await terminal.administrator(officerId, 8, goodPassword(officerId));
  for (let n = 0; n < 5; n++) await appoint();
});
afterAll(() => terminal.stop());

const nameOf = (code: number): string =>
  Object.keys(catalogue).find((name) => errorNamed(name).code === code) ?? String(code);

/** Who is there, as the list tells it. */
async function stored(): Promise<People> {
  const { users, next } = await terminal.admin.call('userlist', { limit: 100 });
  expect(next).toBe('');
  return new Map(
    users.map(({ enrolled: _, hasPassword, ...user }) => [user.userid, { ...user, mayHaveLevel: hasPassword }]),
  );
}

const shown = (text: string): string => [...text].slice(0, 64).join('');

type WrongShown = Wrong & { readonly otherName: string };

async function wrongRows(client: Client): Promise<readonly WrongShown[]> {
  const rows: WrongShown[] = [];
  for (;;) {
    const { errors, total } = await client.call('bulkErrors', {
      after: rows.length,
      limit: random.pick([7, 100, 100]),
    });
    rows.push(...errors.map(({ code, column: _, ...row }) => ({ ...row, error: nameOf(code) })));
    if (rows.length >= total || errors.length === 0) return rows;
  }
}

/** The file of wrong rows, without what a spreadsheet would take for a formula. */
async function wrongFile(client: Client): Promise<readonly (readonly string[])[]> {
  const { file, envelope } = await client.attempt('DownloadBulkErrors', {});
  if (file === undefined) throw new Error(`DownloadBulkErrors answered ${JSON.stringify(envelope)}`);
  return rowsOf(file.toString('utf8').slice(1)).map((row) => row.map(unguarded));
}

interface Job {
  readonly client: Client;
  readonly by: Importer;
  readonly existing: Existing;
  readonly isEdit: boolean;
  /** Rows that could be read, and those that could not, in the order of the file. */
  readonly read: readonly (Row | Wrong)[];
  readonly table?: Table;
}

const isWrong = (row: Row | Wrong): row is Wrong => 'error' in row;

function ask(job: Job, rows: readonly Row[], more: Partial<Question>): Question {
  const { by, existing, isEdit, table } = job;
  return { rows, by, existing, isEdit, isFile: true, mayRaise: true, columns: table?.columns ?? [], ...more };
}

/** What the check has to say: of each row that is wrong too. */
function checkOf(people: People, job: Job): Outcome {
  const rows = job.read.filter((row): row is Row => !isWrong(row));
  const outcome = importRows(people, ask(job, rows, {}));
  const found = new Map(outcome.wrong.map((row) => [row.line * 1e9 + row.userid, row]));
  const wrong = job.read.flatMap((row) =>
    isWrong(row)
      ? [{ ...row, name: row.name === '' ? (people.get(row.userid)?.username ?? '') : row.name }]
      : (found.get(row.line * 1e9 + row.userid) ?? []),
  );
  return { ...outcome, wrong };
}

const asShown = (row: Wrong, people: People): WrongShown => ({
  ...row,
  name: shown(row.name),
  text: shown(row.text),
  otherName: shown(people.get(row.otherUserid)?.username ?? ''),
});

const counts = ({ added, changed, same, skipped, bad }: BulkState) => ({ added, changed, same, skipped, bad });

/** The heading of a column of the template by its field. */
const labels: Readonly<Record<string, string>> = {
  userid: 'User ID',
  username: 'User name',
  cardno: 'Card NO.',
  level: 'Admin level',
  group: 'Time zone group',
  identifyMode: 'Identify by',
  identifyFactors: 'Factors',
  shift: 'Shift',
  validFrom: 'First day',
  validTo: 'Last day',
};

const otherOf = ({ otherLine, otherUserid }: Wrong): string =>
  otherLine > 0 ? ` (Line ${otherLine})` : otherUserid > 0 ? ` (User ID ${otherUserid})` : '';

const problemOf = (row: Wrong): string =>
  `${row.field === '' ? '' : `${labels[row.field] ?? row.field}: `}${errorNamed(row.error).text}${otherOf(row)}`;

async function expectWrong(job: Job, want: readonly Wrong[]): Promise<void> {
  const people = await stored();
  expect(await wrongRows(job.client)).toEqual(want.map((row) => asShown(row, people)));
  if (want.length === 0) {
    await job.client.refuse('DownloadBulkErrors', {}, 'bulk_not_ready');
    return;
  }
  const [above, ...rows] = await wrongFile(job.client);
  if (job.table === undefined) {
    expect(above).toEqual(['Line', 'Problem', 'User ID', 'User name']);
    expect(rows.map((row) => row.slice(2))).toEqual(want.map(({ userid, name }) => [String(userid), name]));
  } else {
    const { lines, headings } = job.table;
    if (headings.length > 0)
      expect(above).toEqual(['Line', 'Problem', ...headings.map((text) => text.trim())].slice(0, above?.length));
    const cellsOf = new Map(lines.map(({ line, cells }) => [line, cells]));
    expect(rows.map((row) => row.slice(2))).toEqual(want.map(({ line }) => cellsOf.get(line)));
  }
  expect(rows.map(([line]) => Number(line))).toEqual(want.map(({ line }) => line));
  expect(rows.map(([, problem]) => problem)).toEqual(want.map(problemOf));
}

/** Ten first rows, up to ten behind them that are not ASCII or cannot be read as they are, and plain ones for the rest, in the order of the file. */
function sampleOf(lines: Table['lines']): Table['lines'] {
  const isTelling = ({ cells, isBroken }: Table['lines'][number]): boolean =>
    isBroken || cells.some((text) => /[^\p{ASCII}]/u.test(text));
  const behind = lines.slice(10);
  const shownBehind = [...behind.filter(isTelling), ...behind.filter((line) => !isTelling(line))].slice(0, 10);
  return [...lines.slice(0, 10), ...shownBehind].sort((one, other) => one.line - other.line);
}

async function sendTable(client: Client, table: Table): Promise<void> {
  await send(client, 'users', table.file, 'people.csv');
  const { encoding, delimiter, heading } = table;
  const look = await client.call('bulkLook', { encoding, delimiter, heading });
  const sample = sampleOf(table.lines);
  expect(look.sample).toEqual(sample.map(({ line, cells }) => ({ line, cells: cells.map(shown) })));
  if (heading) {
    const seen = look.columns.slice(0, table.columns.length);
    expect(seen.map(({ field }) => field)).toEqual(table.columns.slice(0, seen.length));
  }
}

const checkTable = (client: Client, table: Table, existing: Existing): Promise<unknown> => {
  const { encoding, delimiter, heading, columns } = table;
  return client.call('bulkCheck', { encoding, delimiter, heading, columns: [...columns], existing });
};

/** Begins a job with a table, often over the remains of another one. */
async function beginTable(client: Client, by: Importer): Promise<Job> {
  const table = someTable(random);
  if (random.chance(0.2)) {
    await sendTable(client, someTable(random));
    if (random.chance(0.5)) await client.call('bulkCancel', {});
  }
  await sendTable(client, table);
  const existing = random.pick<Existing>(['refuse', 'replace', 'replace', 'replace', 'skip']);
  if (random.chance(0.2)) {
    await checkTable(client, table, random.pick<Existing>(['refuse', 'replace', 'skip']));
    await settled(client);
  }
  await checkTable(client, table, existing);
  return { client, by, existing, isEdit: false, read: readTable(table), table };
}

function readTable({ columns, lines }: Table): readonly (Row | Wrong)[] {
  const readings = columns.map((_, at) => readingOf(lines.map(({ cells }) => cells[at] ?? '')));
  return lines.map(({ line, cells, isBroken }) => readRow(columns, line, cells, isBroken, readings));
}

type Mend = CallRequest<'bulkMend'>['mends'][number];

/** A row as it was sent, with its corrections; undefined: it is left out. */
function mendRow(row: Table['lines'][number], mends: readonly Mend[]): Table['lines'][number] | undefined {
  if (mends.some(({ leaveOut }) => leaveOut)) return undefined;
  const cells = [...row.cells];
  for (const { column, text } of mends) {
    while (cells.length <= column) cells.push('');
    cells[column] = text;
  }
  return { ...row, cells };
}

/** Corrects some rows of the table, and leaves some out: the job is as if it had been sent so. */
async function mendTable(job: Job & { readonly table: Table }): Promise<Job> {
  const { client, table } = job;
  const donor = () => random.pick(random.pick(table.lines).cells);
  const chosen = table.lines.filter(() => random.chance(0.2)).slice(0, 40);
  const mends = chosen.map(({ line, isBroken }): Mend => {
    const leaveOut = isBroken || random.chance(0.3);
    const column = leaveOut ? 0 : random.between(0, table.columns.length - 1);
    const given = random.pick(['', '-', '41', '2026-01-31', donor() ?? '']);
    return { line, leaveOut, column, text: leaveOut ? '' : [...given].slice(0, 64).join('') };
  });
  await client.call('bulkMend', { mends });
  const lines = table.lines.flatMap(
    (row) =>
      mendRow(
        row,
        mends.filter(({ line }) => line === row.line),
      ) ?? [],
  );
  const corrected = { ...table, lines };
  return { ...job, table: corrected, read: readTable(corrected) };
}

function someChange(): Change {
  const parts: readonly Change[] = [
    { group: random.between(0, 16) },
    { shift: random.between(0, 2) },
    { level: random.pick([0, 0, 7, 8, 9]) },
    { identifyMode: random.pick(['device', 'any', 'all']) },
    { identifyFactors: random.pick<NonNullable<Change['identifyFactors']>>([[], ['card'], ['card', 'face']]) },
    { validFrom: random.pick(['', '2026-06-01']) },
    { validTo: random.pick(['', '2026-05-31', '2026-06-01']) },
  ];
  const chosen = parts.filter(() => random.chance(0.3));
  const change: Change = Object.assign({}, ...(chosen.length > 0 ? chosen : [parts[0]]));
  const { validFrom = '', validTo = '' } = change;
  return validTo !== '' && validTo < validFrom ? { ...change, validTo: '' } : change;
}

/** Begins one change for many: of a list, or of those whom a filter finds. */
async function beginEdit(client: Client, by: Importer, people: People): Promise<Job> {
  const change = someChange();
  const everybody = [...people.values()].sort((one, other) => one.userid - other.userid);
  const group = random.pick(everybody).group;
  const isList = random.chance(0.6);
  const listed = Array.from({ length: random.pick([1, 3, 12]) }, () => random.pick([...ids, 99]));
  const request: CallRequest<'bulkEdit'> = isList ? { userids: listed, change } : { group, change };
  await client.call('bulkEdit', request);
  const found = isList
    ? [...new Set(listed)]
    : everybody.filter((user) => user.group === group).map(({ userid }) => userid);
  const { level, ...rest } = change;
  const given = { ...rest, ...(level === undefined ? {} : { level }) };
  return {
    client,
    by,
    existing: 'replace',
    isEdit: true,
    read: found.map((userid) => ({ line: 0, userid, given, cells: [] })),
  };
}

type User = CallRequest<'edituser'>;

/** Somebody else's act while the job waits: one of those it is about, or their cards, mostly. */
async function meddle(): Promise<void> {
  const { admin } = terminal;
  for (let n = random.pick([1, 1, 3]); n > 0; n--) {
    const userid = random.pick(others);
    const isThere = (await stored()).has(userid);
    const cardno = random.pick(['0', ...cards]);
    const user: User = { userid, username: `By hand ${n}`, cardno, group: random.between(0, 2) };
    if (isThere && random.chance(0.3)) await admin.call('deleteuser', { userid });
    else if (isThere) await admin.attempt('edituser', user);
    else await admin.attempt('adduser', random.chance(0.1) ? { ...user, password: goodPassword(userid) } : user);
  }
}

/** Somebody with a level, so that levels are met. */
async function appoint(): Promise<void> {
  const userid = random.pick(others);
  const level = random.pick([0, 0, 7, 9]);
  await terminal.admin.attempt('deleteuser', { userid });
  await terminal.admin.attempt('adduser', { userid, username: 'Chief', level, password: goodPassword(userid) });
}

const lastAudit = (): number => Number(queryDatabase(terminal.daemon, 'SELECT max(rowid) AS n FROM audit')[0]?.['n']);
const auditedSince = (row: number): readonly string[] =>
  queryDatabase(terminal.daemon, 'SELECT object FROM audit WHERE rowid > ? ORDER BY rowid', row).map(({ object }) =>
    String(object),
  );

/** Writes what was checked, and expects of it what the model says. */
async function write(job: Job, checked: Outcome, people: People): Promise<void> {
  const whole = random.chance(0.5);
  if (whole && checked.wrong.length > 0) {
    await job.client.refuse('bulkStart', { whole }, 'bulk_bad_rows');
    expect(await stored()).toEqual(people);
    return;
  }
  const mayRaise = checked.raises;
  const outcome = importRows(people, ask(job, checked.good, { isFile: whole, mayRaise }));
  const audit = lastAudit();
  await job.client.call('bulkStart', { whole });
  const state = await settled(job.client);
  /* What a wrong cell is called is not kept for rows that were good once. */
  const become = outcome.wrong.map((row) => ({ ...row, text: '' }));
  const wrong = [...checked.wrong, ...become];
  if (whole && become.length > 0) {
    expect(state).toMatchObject({ step: 'failed', code: errorNamed('bulk_bad_rows').code, added: 0, changed: 0 });
    expect(state.bad).toBe(become.length);
    expect(await stored()).toEqual(people);
    expect(auditedSince(audit)).toEqual(['users']);
  } else {
    const rows = job.read.length;
    expect(state).toMatchObject({ step: 'done', code: 0, at: rows, rows, whole });
    expect(counts(state)).toEqual({ ...outcome.counts, bad: wrong.length });
    expect(await stored()).toEqual(outcome.people);
    expect(auditedSince(audit)).toEqual([...outcome.administrators.map((userid) => `user ${userid}`), 'users']);
  }
  await expectWrong(job, wrong);
}

/** The officer as an officer, and signed in, whatever has become of them. */
async function reinstate(): Promise<void> {
  const { envelope } = await officer.attempt('bulkState', {});
  if (envelope.code === 'success') return;
  await terminal.admin.call('edituser', { userid: officerId, level: 8, validFrom: '', validTo: '' });
  await officer.signIn(String(officerId), goodPassword(officerId));
}

async function round(): Promise<void> {
  if (random.chance(0.1)) await appoint();
  const isOfficer = random.chance(0.4);
  if (isOfficer) await reinstate();
  let people = await stored();
  const by = isOfficer ? { userid: officerId, level: 8 } : { userid: 0, level: 16 };
  const client = isOfficer ? officer : terminal.admin;
  await terminal.admin.call('bulkCancel', {});
  const begun = random.chance(0.8) ? await beginTable(client, by) : await beginEdit(client, by, people);
  const { table } = begun;
  if (table !== undefined) await settled(client);
  const job = table !== undefined && random.chance(0.4) ? await mendTable({ ...begun, table }) : begun;
  const checked = checkOf(people, job);
  const state = await settled(client);
  const rows = job.read.length;
  expect(state).toMatchObject({ step: 'checked', at: rows, rows, raises: checked.raises, own: true, code: 0 });
  expect(counts(state)).toEqual({ ...checked.counts, bad: checked.wrong.length });
  await expectWrong(job, checked.wrong);
  expect(await stored()).toEqual(people);
  if (random.chance(0.4)) {
    await meddle();
    people = await stored();
  }
  if (random.chance(0.15)) {
    await client.call('bulkCancel', {});
    await client.refuse('bulkStart', {}, 'bulk_not_ready');
    expect(await stored()).toEqual(people);
    return;
  }
  await write(job, checked, people);
}

test(`${rounds} imports come to what the naive model says (SEED=${seed})`, { timeout: 600_000 }, async () => {
  for (let n = 1; n <= rounds; n++) {
    try {
      await round();
    } catch (error) {
      throw new Error(`round ${n} of SEED=${seed}`, { cause: error });
    }
  }
});
