/** The effect of the door settings when a person enters, on a time line of seconds and as sentences. Pure. */
import type { AccessControlValues } from '@gen/door.ts';
import { formatNumber, t } from '../../lib/i18n.ts';
import { measureText } from '../../lib/settings/words.ts';

/** A delay of 0 is half a second (core/door/portal.h). */
const PULSE_S = 0.5;
/** Share of the allowed time after which a warning sounds. */
const SOON = 4 / 5;
/** Seconds between marks of a line: the first value that gives few enough marks. */
const steps = [0.5, 1, 2, 5, 10, 15, 30, 60];
const MARKS = 6;

export type DoorTimes = Pick<AccessControlValues, 'relay' | 'delay' | 'relockOnClose' | 'sensor' | 'heldOpen'>;

export interface TimeLine {
  /** Its length in seconds. */
  readonly length: number;
  readonly marks: readonly number[];
  /** End of the relay time; undefined: the relay is not used. */
  readonly relay: number | undefined;
  /** The relay is switched off earlier when the door closes. */
  readonly untilClosed: boolean;
  /** Time of the alarm for a door held open; undefined: never. */
  readonly held: { readonly soon: number; readonly alarm: number } | undefined;
}

const tenth = (seconds: number): number => Math.round(seconds * 10) / 10;

/** undefined while a number is incomplete. */
export function timeLine({ relay, delay, relockOnClose, sensor, heldOpen }: DoorTimes): TimeLine | undefined {
  if (Number.isNaN(delay) || Number.isNaN(heldOpen)) return undefined;
  const holds = relay === 'none' ? undefined : delay === 0 ? PULSE_S : delay;
  const held = sensor === 'none' || heldOpen === 0 ? undefined : { soon: tenth(heldOpen * SOON), alarm: heldOpen };
  const longest = Math.max(holds ?? 0, held?.alarm ?? 0, 1);
  const length = longest * 1.2;
  const step = steps.find((one) => length / one <= MARKS) ?? 60;
  const marks = Array.from({ length: Math.floor(length / step) + 1 }, (_, at) => at * step);
  return { length, marks, relay: holds, untilClosed: relay === 'door' && relockOnClose && sensor !== 'none', held };
}

export const secondsText = (seconds: number): string =>
  seconds === PULSE_S ? t('access.halfSecond') : measureText(formatNumber(seconds), 's');

/** The same as sentences, in chronological order. */
export function meaningSentences(values: DoorTimes, line: TimeLine): string[] {
  const { relay, sensor } = values;
  const time = secondsText(line.relay ?? 0);
  const locks = relay === 'door';
  return [
    locks
      ? t('access.means.lock', { time })
      : relay === 'ring'
        ? t('access.means.bell', { time })
        : t('access.means.none'),
    ...(line.untilClosed ? [t('access.means.relock')] : []),
    ...(locks ? [t('access.means.exit', { time })] : []),
    ...(sensor === 'none' ? [t('access.means.noSensor')] : []),
    ...(sensor !== 'none' && locks ? [t('access.means.forced')] : []),
    ...(line.held
      ? [t('access.means.held', { soon: secondsText(line.held.soon), held: secondsText(line.held.alarm) })]
      : sensor === 'none'
        ? []
        : [t('access.means.ever')]),
  ];
}
