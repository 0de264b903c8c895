/** What a line of the log says, in words; for every page that shows some. */
import type { RecordKind, RecordReason, RecordResult, RecordStatus } from '@gen/records.ts';
import { durationText } from './durationText.ts';
import { formatWall, t, textOf } from './i18n.ts';
import { enumWord } from './settings/words.ts';

/** What an alarm is called: that of the log by how it is. */
export const alarmText = ({ kind, detail }: { kind: RecordKind; detail: string }): string =>
  kind === 'logAlarm' && detail === LOG_FULL ? t('records.logFull') : kindText(kind);

export const kindText = (kind: RecordKind): string => t(`enum.RecordKind.${kind}`);
export const resultText = (result: RecordResult): string => t(`enum.RecordResult.${result}`);
export const statusText = (status: RecordStatus): string => t(`enum.RecordStatus.${status}`);
export const reasonText = (reason: RecordReason): string => t(`enum.RecordReason.${reason}`);

/** A user's name, or the ID in place of a name that is empty or that the account may not know. */
export const userText = ({ userid, username }: { userid: number; username: string }): string =>
  username.trim() === '' ? t('records.userOf', { userid: String(userid) }) : username;

/** The device through which something was shown. */
export const askerText = (from: 'wiegand' | 'bluetooth', mac: string): string => t(`records.asker.${from}`, { mac });

/** Detail of the alarm of a log that takes no more (core/events/log.h). */
const LOG_FULL = 'full';

/** At the end of the detail of a line about a person: the device, if it was another than the terminal's own readers. */
const ASKER = /(?:^| )(wiegand|bluetooth) ((?:[0-9A-F]{2}:){5}[0-9A-F]{2})$/;

/**
 * What the log says besides, in words. Of what has no word here (who opened from afar and why, the number of a rule that
 * let in) it stands as the terminal wrote it.
 */
export function detailText({ kind, detail }: { kind: RecordKind; detail: string }): string {
  switch (kind) {
    case 'access':
      return accessDetail(detail);
    case 'schedule':
      return enumWord('DoorRule', detail);
    case 'restored':
      return enumWord('DoorAlarm', detail);
    case 'module':
      return moduleDetail(detail);
    case 'unsteady': {
      const [contact = '', count = '0'] = detail.split(' ');
      return t('records.leftOut', { contact: enumWord('DoorContact', contact), count: Number(count) });
    }
    case 'clock':
      return clockDetail(detail);
    case 'backup':
      return backupDetail(detail);
    case 'logAlarm':
      return detail === LOG_FULL ? t('records.logFull') : detail;
    default:
      return detail;
  }
}

const CLOCK_MOVE = /^(waits|stepped) (-?\d+) (.+)$/;

/** "waits 7200 time.example": what became of a server's time, how many seconds it is ahead of the clock, and the server. */
function clockDetail(detail: string): string {
  const [, became = '', ahead = '', server = ''] = CLOCK_MOVE.exec(detail) ?? [];
  if (server === '') return detail;
  const seconds = Number(ahead);
  const way = seconds < 0 ? 'behind' : 'ahead';
  return t('records.clock', { became, way, by: durationText(Math.abs(seconds)), server });
}

/** "other PT-7K3MQ4ZX2N": whose backup it was. */
function backupDetail(detail: string): string {
  const [origin = '', serial = ''] = detail.split(' ');
  return `${serial} · ${enumWord('BackupOrigin', origin)}`;
}

const LEFT_OUT = /^\+(\d+)$/;
const RULE_NUMBER = /^(\d+)\b/;

/** "3", "3 antiPassback", "antiPassback"; "+17" of refusals like it that have no line of their own; then who asked. */
function accessDetail(detail: string): string {
  const [end = '', from, mac = ''] = ASKER.exec(detail) ?? [];
  const said = detail.slice(0, detail.length - end.length);
  const by = from === 'wiegand' || from === 'bluetooth' ? [askerText(from, mac)] : [];
  return [...ruleDetail(said), ...by].join(' · ');
}

function ruleDetail(said: string): string[] {
  const [, count] = LEFT_OUT.exec(said) ?? [];
  if (count !== undefined) return [t('records.moreLikeIt', { count: Number(count) })];
  const [, number] = RULE_NUMBER.exec(said) ?? [];
  const rule = number === undefined ? [] : [t('records.ruleNumber', { number })];
  const mark = said.endsWith('antiPassback') ? [reasonText('antiPassback')] : [];
  const known = [...rule, ...mark];
  return known.length > 0 || said === '' ? known : [said];
}

/** "finger lost", "relay stuck": the part and what became of it. */
function moduleDetail(detail: string): string {
  const [part = '', became = ''] = detail.split(' ');
  const word = textOf(`records.became.${became}`);
  if (word === undefined) return detail;
  return `${textOf(`records.part.${part}`) ?? enumWord('Factor', part)}: ${word}`;
}

const MINUTE_MS = 60_000;

/** When it was, as the clock of the terminal showed it then. */
export function recordMoment({ time, offset }: { time: number; offset: number }): string {
  return formatWall(time + offset * MINUTE_MS, { dateStyle: 'medium', timeStyle: 'medium' });
}

const DAY_MS = 86_400_000;
const CLOCK = { hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;

/** The time alone of what happened on the day of `now`, else the day with it. */
export function recentMoment({ time, offset }: { time: number; offset: number }, now: number): string {
  const wall = time + offset * MINUTE_MS;
  const isToday = Math.floor(wall / DAY_MS) === Math.floor((now + offset * MINUTE_MS) / DAY_MS);
  return formatWall(wall, isToday ? CLOCK : { month: 'short', day: 'numeric', ...CLOCK });
}

/** Tenths of a degree Celsius. */
export function degreesText(tenths: number): string {
  return t('records.degrees', { value: (tenths / 10).toFixed(1) });
}
