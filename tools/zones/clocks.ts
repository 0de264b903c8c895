/* What a zone does, as short as it can be said: the changes that no rule gives, and the rule after them. */

import { changesIn, parseFooter, type Rule } from './footer.ts';
import type { Stretch, Zone } from './tzif.ts';

export interface Clock {
  /** Before the first change. */
  first: Omit<Stretch, 'at'>;
  changes: Stretch[];
  /** From the last change on; without one always. */
  after: Rule;
}

const HIGHEST = 0xffff_ffff;

/** Daylight saving is the time that is ahead, also where the law says it the other way round. */
function withoutNegative(stretches: readonly Stretch[], isInverted: boolean): Stretch[] {
  return stretches.map((stretch, index) => {
    const behind = (other: Stretch | undefined): boolean => other === undefined || stretch.offset < other.offset;
    const isNegative = behind(stretches[index - 1]) && behind(stretches[index + 1]);
    const isDst = isInverted ? !stretch.isDst : stretch.isDst && !isNegative;
    return { ...stretch, isDst };
  });
}

const saysSame = (a: Stretch | undefined, b: Stretch): boolean => a?.offset === b.offset && a.isDst === b.isDst;

function joined(stretches: readonly Stretch[]): Stretch[] {
  return stretches.filter((stretch, index) => !saysSame(stretches[index - 1], stretch));
}

/** Whether the rule, had it held since the stretch before, had made this change and no other. */
function isGiven(rule: Rule, before: Stretch, change: Stretch): boolean {
  const year = new Date(change.at * 1000).getUTCFullYear();
  const around = [year - 2, year - 1, year, year + 1].flatMap((one) => changesIn(rule, one));
  const last = around.filter(({ at }) => at < change.at).at(-1);
  const held = around.filter(({ at }) => at > before.at && at <= change.at);
  return held.length === 1 && held[0]?.at === change.at && saysSame(held[0], change) && saysSame(last, before);
}

function check({ first, changes, after }: Clock): void {
  for (const { offset } of [first, ...changes, { offset: after.standard }]) {
    if (!Number.isInteger(offset) || offset < -720 || offset > 840) {
      throw new Error(`is ${offset} minutes ahead of UTC`);
    }
  }
  if (changes.some(({ at }) => at > HIGHEST)) {
    throw new Error('changes after 2106');
  }
}

export function clockOf({ stretches, footer }: Zone): Clock {
  const after = parseFooter(footer);
  const all = joined(withoutNegative(stretches, after.isInverted));
  for (let last = all.at(-1); last !== undefined && all.length > 1; last = all.at(-1)) {
    const before = all.at(-2);
    if (before === undefined || !isGiven(after, before, last)) {
      break;
    }
    all.pop();
  }
  const [first, ...changes] = all;
  if (first === undefined) {
    throw new Error('says nothing');
  }
  const clock = { first, changes, after };
  check(clock);
  return clock;
}
