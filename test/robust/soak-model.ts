// The history of a terminal played once more on paper: what the log has to have, line by line, by docs/rules.md alone.

import type { AccessEvent } from '../harness/bench.ts';
import type { Entry, Person, Rules, Shown } from './soak-history.ts';
import { type Begun, factorBits, type Judged, judge, resetBefore } from './soak-judge.ts';
import type { Line } from './soak-log.ts';

/** The clocks inside and outside agree by so much. */
const nearMs = 500;
const statuses = ['in', 'out', 'status1'];
const labels = ['IN', 'OUT', 'status1'];
const differencesMost = 5;

export class Replay {
  readonly differences: string[] = [];
  readonly reasons = new Map<string, number>();
  decisions = 0;
  marked = 0;
  repeats = 0;
  readonly #lines: readonly Line[];
  #next = 0;
  #rules: Rules;
  readonly #people = new Map<number, Person>();
  readonly #areas = new Map<number, { area: number; time: number }>();
  readonly #punches = new Map<number, number>();
  #chosen: number | undefined;
  #begun: Begun | undefined;
  /** Came before a cut, without a word and without a line. */
  #unseen: Shown[] = [];

  constructor(rules: Rules, lines: readonly Line[]) {
    this.#rules = rules;
    this.#lines = lines.filter(({ kind }) => kind === 'access');
  }

  play(history: readonly Entry[]): void {
    for (const [index, entry] of history.entries()) {
      if (this.differences.length >= differencesMost) return;
      this.#entry(entry, index, history);
    }
    const rest = this.#lines.length - this.#next;
    if (rest > 0) this.#differs(`${rest} lines that nobody made, from ${JSON.stringify(this.#lines[this.#next])}`);
  }

  #differs(text: string): void {
    this.differences.push(text);
  }

  #entry(entry: Entry, index: number, history: readonly Entry[]): void {
    switch (entry.what) {
      case 'shown':
        this.#shown(entry, lifeIsCut(history, index));
        return;
      case 'rules':
        this.#rules = { ...this.#rules, ...entry.change };
        return;
      case 'person':
        if (entry.person === undefined) this.#leave(entry.userid);
        else this.#people.set(entry.userid, entry.person);
        return;
      case 'forget':
        if (entry.userid === undefined) this.#areas.clear();
        else this.#areas.delete(entry.userid);
        return;
      case 'key':
        this.#chosen = entry.status;
        return;
      case 'pause':
        this.#chosen = undefined;
        if (this.#begun !== undefined) this.#begun.over = true;
        return;
      case 'end':
        this.#endBegun();
        this.#chosen = undefined;
        return;
      case 'cut':
        this.#cut();
    }
  }

  /** Whoever gets the ID next begins with nothing. */
  #leave(userid: number): void {
    this.#people.delete(userid);
    this.#areas.delete(userid);
    this.#punches.delete(userid);
    if (this.#begun?.userid === userid) this.#begun.gone = true;
  }

  /** Whatever was in memory is gone. The line of a wait that was over may have been written before. */
  #cut(): void {
    const { over = false, time = 0 } = this.#begun ?? {};
    const line = this.#lines[this.#next];
    if (over && this.#isOfBegun(line) && line?.time === time && line.reason === 'incomplete') this.#next++;
    this.#begun = undefined;
    this.#chosen = undefined;
    this.#unseen = [];
  }

  /** A line that is written when somebody else has the ID has none. */
  #isOfBegun(line: Line | undefined): boolean {
    const { userid = 0, gone = false } = this.#begun ?? {};
    return line?.userid === userid || (gone && line?.userid === 0);
  }

  #endBegun(isOptional = false): void {
    if (this.#begun === undefined) return;
    const { userid, time, have, skin } = this.#begun;
    const line = this.#lines[this.#next];
    const isTheirs = this.#isOfBegun(line);
    this.#begun = undefined;
    if (line === undefined || !isTheirs || line.time !== time) {
      if (isOptional) return; // the power went before anybody looked
      this.#differs(`no line of ${userid} at ${time}, whose code did not come: ${JSON.stringify(line)}`);
      return;
    }
    this.#next++;
    this.#compare(line, { result: 'refused', reason: 'incomplete', factors: have, temperature: skin, detail: '' });
  }

  #compare(line: Line, want: Partial<Line>): void {
    this.decisions++;
    this.reasons.set(line.reason, (this.reasons.get(line.reason) ?? 0) + 1);
    const wrong = Object.entries(want).filter(([key, value]) => line[key as keyof Line] !== value);
    if (wrong.length > 0)
      this.#differs(`line ${JSON.stringify(line)}, not ${JSON.stringify(Object.fromEntries(wrong))}`);
  }

  #areaOf(userid: number, time: number): number {
    const known = this.#areas.get(userid);
    return known === undefined || known.time < resetBefore(time, this.#rules.reset) ? 0 : known.area;
  }

  /** What becomes of it at a moment, by the rules and the people as they are. */
  #judge(shown: Shown, time: number, begun: Begun | undefined): Judged {
    const { userid = 0 } = shown;
    return judge(this.#rules, shown, {
      time,
      person: this.#people.get(userid),
      begun,
      area: this.#areaOf(userid, time),
      lastPunch: this.#punches.get(userid),
      status: this.#chosen ?? 0,
    });
  }

  /** The line of it, where the next one can be. */
  #lineFor({ userid = 0, told, atMs, byMs }: Shown): Line | undefined {
    const line = this.#lines[this.#next];
    if (line === undefined || line.userid !== (this.#people.has(userid) ? userid : 0)) return undefined;
    const isNear = atMs - nearMs <= line.time && line.time <= byMs + nearMs;
    return (told === undefined ? isNear : line.time === told.time) ? line : undefined;
  }

  #shown(shown: Shown, lifeHeld: boolean): void {
    const { userid = 0, right, sure, told } = shown;
    /* What was begun counts still when it ends with this. */
    const begun = this.#begun?.userid === userid && !this.#begun.over && !this.#begun.gone ? this.#begun : undefined;
    const goesOn = begun !== undefined && right && this.#people.has(userid);
    if (!goesOn) this.#endBegun(!sure);
    const line = this.#lineFor(shown);
    const time = told?.time ?? line?.time ?? shown.atMs;
    const paper = this.#judge(shown, time, begun);
    /* Where the two differ that is said once, and what follows goes by the terminal. */
    const judged = told === undefined ? paper : this.#compareTold(shown, told, paper);
    const leavesLine = judged.verdict === 'refused' || (judged.verdict === 'granted' && !judged.repeated);
    if (!sure && (line === undefined || !leavesLine)) {
      if (leavesLine) this.#unseen.push(shown);
      return;
    }
    for (const before of this.#unseen.splice(0)) this.#differs(`${JSON.stringify(before)} came before and has no line`);
    if (leavesLine && line !== undefined) {
      this.#next++;
      this.#compare(line, this.#want(shown, judged));
    } else if (leavesLine && !lifeHeld) {
      this.#differs(`no line of ${JSON.stringify(shown)}, but ${JSON.stringify(this.#lines[this.#next])}`);
    }
    this.#follow(userid, judged, time);
  }

  #compareTold(shown: Shown, told: AccessEvent, judged: Judged): Judged {
    const { verdict, repeated, missing, status } = judged;
    const asked = Object.entries(factorBits).flatMap(([name, bit]) => ((missing & bit) > 0 ? [name] : []));
    const said = [told.granted, told.repeated, told.asked.join(), told.status].join(' ');
    const want = [verdict === 'granted', repeated, asked.join(), labels[status]].join(' ');
    if (said === want) return judged;
    this.#differs(`the terminal said ${said}, not ${want}, of ${JSON.stringify(shown)}`);
    const other = told.asked.length > 0 ? 'waits' : 'refused';
    return { ...judged, verdict: told.granted ? 'granted' : other, repeated: told.repeated };
  }

  #want({ userid = 0, factor }: Shown, judged: Judged): Partial<Line> {
    const { verdict, reason, marked, have, temperature, status, number, missed } = judged;
    const person = this.#people.get(userid);
    const mark = marked ? 'antiPassback' : '';
    return {
      result: verdict,
      reason: reason as Line['reason'],
      userid: person?.userid ?? 0,
      username: person?.username ?? '',
      factors: have === 0 ? factorBits[factor] : have,
      status: statuses[status] ?? '',
      temperature,
      detail: [number === 0 ? '' : String(number), mark, missed].filter((part) => part !== '').join(' '),
    };
  }

  /** How it stands behind it. */
  #follow(userid: number, judged: Judged, time: number): void {
    const { verdict, missing, repeated, marked, area, have, temperature } = judged;
    this.#begun = undefined;
    if (verdict === 'waits' && missing > 0)
      this.#begun = { userid, time, have, skin: temperature, over: false, gone: false };
    if (verdict !== 'granted') return;
    this.#chosen = undefined;
    if (repeated) this.repeats++;
    if (marked) this.marked++;
    /* A punch without a line moves only who was not there already. */
    if (area !== 0 && !(repeated && this.#areaOf(userid, time) === area)) this.#areas.set(userid, { area, time });
    if (!repeated && this.#people.has(userid)) this.#punches.set(userid, time);
  }
}

/** Whether the life in which something happened ended by a cut while lines waited in memory. */
function lifeIsCut(history: readonly Entry[], index: number): boolean {
  for (let at = index + 1; at < history.length; at++) {
    const entry = history[at];
    if (entry?.what === 'end') return false;
    if (entry?.what === 'cut') return entry.held;
  }
  return false;
}
