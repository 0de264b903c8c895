/** The door's schedule as sentences: the current state and the next, in the terminal's local time. */
import type { DoorChange, DoorStateReply } from '@gen/door.ts';
import { formatWall, t } from '../../lib/i18n.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

const wallOf = ({ time, offset }: DoorChange): number => time + offset * MINUTE_MS;

/** "17:00", "Mon 17:00" on another day than `before`, "11 Jan, 17:00" a week or more after it: all in the terminal's local time. */
function timeText(change: DoorChange, before: number): string {
  const wall = wallOf(change);
  const days = Math.floor(wall / DAY_MS) - Math.floor(before / DAY_MS);
  const clock = { hour: '2-digit', minute: '2-digit' } as const;
  if (days === 0) return formatWall(wall, clock);
  if (days < 7) return formatWall(wall, { weekday: 'short', ...clock });
  return formatWall(wall, { day: 'numeric', month: 'short', ...clock });
}

type Hours = Pick<DoorStateReply, 'schedule' | 'changes'>;

/** "Open until 17:00", "Open from 08:00 until 17:00"; none without a scheduled change within 14 days. */
export function hoursSentences({ schedule, changes: [first, second] }: Hours, utcNow: number): string[] {
  const at = (change: DoorChange) => timeText(change, utcNow + change.offset * MINUTE_MS);
  const now =
    schedule === 'normal'
      ? []
      : [
          first
            ? t(schedule === 'alwaysOpen' ? 'door.hours.openUntil' : 'door.hours.closedUntil', { until: at(first) })
            : t(schedule === 'alwaysOpen' ? 'door.hours.open' : 'door.hours.closed'),
        ];
  if (!first || first.rule === 'normal') return now;
  const isOpen = first.rule === 'alwaysOpen';
  const next = second
    ? t(isOpen ? 'door.hours.openFromUntil' : 'door.hours.closedFromUntil', {
        from: at(first),
        until: timeText(second, wallOf(first)),
      })
    : t(isOpen ? 'door.hours.openFrom' : 'door.hours.closedFrom', { from: at(first) });
  return [...now, next];
}
