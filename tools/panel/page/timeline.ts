// Recent events at the door, as marks and bars on lanes. A pure function of the received events.

import type { PanelEvent } from '../protocol.ts';
import { doorOf } from './door.ts';

export const lanes = ['decision', 'relay', 'leaf', 'wiegand'] as const;
export type Lane = (typeof lanes)[number];
export const windowMs = 60_000;
const marksMax = 120;

export interface Mark {
  readonly lane: Lane;
  /** Browser's time in milliseconds. */
  readonly from: number;
  /** Undefined while it lasts; equal to `from` for a moment. */
  readonly to: number | undefined;
  readonly tone: 'yes' | 'no' | 'wait' | 'plain';
  readonly text: string;
}

const moment = (lane: Lane, at: number, tone: Mark['tone'], text: string): Mark => ({
  lane,
  from: at,
  to: at,
  tone,
  text,
});

/** Ends the current bar of a lane. */
function ended(marks: readonly Mark[], lane: Lane, at: number): readonly Mark[] {
  return marks.map((mark) => (mark.lane === lane && mark.to === undefined ? { ...mark, to: at } : mark));
}

function barred(marks: readonly Mark[], lane: Lane, on: boolean, at: number, text: string): readonly Mark[] {
  const lasting = marks.some((mark) => mark.lane === lane && mark.to === undefined);
  if (on === lasting) return marks;
  return on ? [...marks, { lane, from: at, to: undefined, tone: 'wait', text }] : ended(marks, lane, at);
}

/** `before` has the existing marks; `sent` the number of Wiegand frames before. */
export interface Line {
  readonly marks: readonly Mark[];
  readonly sent: number | undefined;
}

export const emptyLine: Line = { marks: [], sent: undefined };

export function lineAfter({ marks, sent }: Line, event: PanelEvent, at: number): Line {
  if (event.type === 'access' && event.past !== true) {
    const who = event.user === null ? 'unknown' : event.user.name || String(event.user.userid);
    const asked = event.asked.length > 0;
    const tone = event.granted ? 'yes' : asked ? 'wait' : 'no';
    const what = event.granted ? 'let in' : asked ? `asked for ${event.asked.join(', ')}` : 'refused';
    return { marks: [...marks, moment('decision', at, tone, `${who}: ${what}`)].slice(-marksMax), sent };
  }
  if (event.type === 'state' && event.device === 'door') {
    const door = doorOf(event.state);
    const moved = barred(barred(marks, 'relay', door.relay, at, 'Relay on'), 'leaf', door.open, at, 'Door open');
    const more = sent !== undefined && door.wiegandSent > sent;
    const frame = moment('wiegand', at, 'plain', `${door.wiegand.length} bits: ${door.wiegand}`);
    return { marks: (more ? [...moved, frame] : moved).slice(-marksMax), sent: door.wiegandSent };
  }
  return { marks, sent };
}

/** Marks that are still visible at a time. */
export const seenAt = (marks: readonly Mark[], now: number): readonly Mark[] =>
  marks.filter(({ to }) => to === undefined || to > now - windowMs);
