/** Texts for a record; used by every page that shows records. */
import type { RecordKind, RecordReason, RecordResult, RecordStatus } from '@gen/records.ts';
import { CARD_MAX } from './cardNumber.ts';
import { cardText } from './cardText.ts';
import { minuteOf } from './dayMinute.ts';
import { durationText } from './durationText.ts';
import { formatMinute, formatWall, ltr, t, textOf } from './i18n.ts';
import { enumWord } from './settings/words.ts';

/** Name of an alarm: the one for a full log depends on its detail. */
export const alarmText = ({ kind, detail }: { kind: RecordKind; detail: string }): string =>
  kind === 'logAlarm' && detail === LOG_FULL ? t('records.logFull') : kindText(kind);

export const kindText = (kind: RecordKind): string => t(`enum.RecordKind.${kind}`);

/** The same of a line: a correction without a status left a day as it is. */
export const lineText = ({ kind, status }: { kind: RecordKind; status: RecordStatus }): string =>
  kind === 'correction' && status === 'none' ? t('settle.left') : kindText(kind);
export const resultText = (result: RecordResult): string => t(`enum.RecordResult.${result}`);
export const statusText = (status: RecordStatus): string => t(`enum.RecordStatus.${status}`);
export const reasonText = (reason: RecordReason): string => t(`enum.RecordReason.${reason}`);

/** A user's name, or the ID if the name is empty or the account may not read it. */
export const userText = ({ userid, username }: { userid: number; username: string }): string =>
  username.trim() === '' ? t('records.userOf', { userid: String(userid) }) : username;

/** The device that read the credential. */
export const askerText = (from: 'wiegand' | 'bluetooth', mac: string): string => t(`records.asker.${from}`, { mac });

/** Detail of the alarm of a full log (core/events/log.h). */
const LOG_FULL = 'full';

/** The end of the detail of a person's record: the device, if it was not one of the terminal's own readers. */
const ASKER = /(?:^| )(wiegand|bluetooth) ((?:[0-9A-F]{2}:){5}[0-9A-F]{2})$/;

/**
 * Text for the detail of a record. Details without a text (who opened the door remotely and why, the number of the rule that
 * granted access) are shown as the terminal wrote them.
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

/** "waits 7200 time.example": result of a server's time, its difference to the clock in seconds, and the server. */
function clockDetail(detail: string): string {
  const [, became = '', ahead = '', server = ''] = CLOCK_MOVE.exec(detail) ?? [];
  if (server === '') return detail;
  const seconds = Number(ahead);
  const way = seconds < 0 ? 'behind' : 'ahead';
  return t('records.clock', { became, way, by: durationText(Math.abs(seconds)), server });
}

/** "other PT-7K3MQ4ZX2N": the terminal that made the backup. */
function backupDetail(detail: string): string {
  const [origin = '', serial = ''] = detail.split(' ');
  return `${serial} · ${enumWord('BackupOrigin', origin)}`;
}

/** Number of an unknown card, with read permission for users; `random` if the card sends another number each time. */
const CARD = /(?:^| )(?:card:(\d{1,20}))?(?: ?\b(random))?$/;

/** A frame on the Wiegand input that fits no format, likewise. */
const FRAME = /(?:^| )frame:([01]{24,66})$/;

/** The bits of a frame that no format fits; undefined: the line has none. */
export function unreadFrame({ kind, detail }: { kind: RecordKind; detail: string }): string | undefined {
  return kind === 'access' ? FRAME.exec(detail)?.[1] : undefined;
}

/** "37 bits: 00000010 0110…", in groups, so that it can be read and wraps. */
export const frameText = (bits: string): string =>
  t('records.frame', { count: bits.length, bits: ltr(bits.replaceAll(/.{8}(?=.)/g, '$& ')) });

/**
 * The number of an unknown card that can be assigned to a user; undefined: the record has none. Whether it is too long for the
 * card length of the terminal is said when it is saved.
 */
export function freeCard({ kind, userid, detail }: { kind: RecordKind; userid: number; detail: string }) {
  const [, number, random] = CARD.exec(beforeAsker(detail)) ?? [];
  const isFree = kind === 'access' && userid === 0 && number !== undefined && random === undefined;
  return isFree && BigInt(number) <= CARD_MAX ? number : undefined;
}

const beforeAsker = (detail: string): string => detail.replace(ASKER, '');

/** "hours:08:00-17:00 early:3": the hours that somebody was outside of, and by how many minutes. */
const HOURS = /\bhours:(\d\d:\d\d)-(\d\d:\d\d) (early|late):(\d+)/;

/** Hours in minutes since midnight, and the minutes since their end; negative: until their start. */
export function missedText({ start, end, late }: { start: number; end: number; late: number }): string {
  const hours = t('records.hours', { from: formatMinute(start), to: formatMinute(end) });
  const minutes = Math.abs(late);
  const by = { hours: Math.floor(minutes / 60), minutes: minutes % 60 };
  return `${hours} · ${t(late < 0 ? 'records.early' : 'records.late', by)}`;
}

function hoursDetail(said: string): string[] {
  const [all, start = '', end = '', way, minutes] = HOURS.exec(said) ?? [];
  if (all === undefined) return [];
  const late = way === 'early' ? -Number(minutes) : Number(minutes);
  return [missedText({ start: minuteOf(start), end: minuteOf(end), late })];
}

const LEFT_OUT = /^\+(\d+)$/;
const RULE_NUMBER = /^(\d+)\b/;

/** "3", "3 antiPassback", "antiPassback"; "+17" denials without a record of their own; then the unknown card, and the device. */
function accessDetail(detail: string): string {
  const [end = '', from, mac = ''] = ASKER.exec(detail) ?? [];
  const shown = detail.slice(0, detail.length - end.length);
  const [frame = '', bits] = FRAME.exec(shown) ?? [];
  const [card = '', number, random] = frame === '' ? (CARD.exec(shown) ?? []) : [];
  const said = shown.slice(0, shown.length - frame.length - card.length);
  const cards = [
    ...(number === undefined ? [] : [t('records.card', { card: cardText(number) })]),
    ...(random === undefined ? [] : [t('records.cardRandom')]),
    ...(bits === undefined ? [] : [frameText(bits)]),
  ];
  const by = from === 'wiegand' || from === 'bluetooth' ? [askerText(from, mac)] : [];
  return [...ruleDetail(said), ...cards, ...by].join(' · ');
}

function ruleDetail(said: string): string[] {
  const [, count] = LEFT_OUT.exec(said) ?? [];
  if (count !== undefined) return [t('records.moreLikeIt', { count: Number(count) })];
  const [, number] = RULE_NUMBER.exec(said) ?? [];
  const rule = number === undefined ? [] : [t('records.ruleNumber', { number })];
  const mark = said.endsWith('antiPassback') ? [reasonText('antiPassback')] : [];
  const known = [...rule, ...mark, ...hoursDetail(said)];
  return known.length > 0 || said === '' ? known : [said];
}

/** "finger lost", "relay stuck": the device and its state. */
function moduleDetail(detail: string): string {
  const [part = '', became = ''] = detail.split(' ');
  const word = textOf(`records.became.${became}`);
  if (word === undefined) return detail;
  return `${textOf(`records.part.${part}`) ?? enumWord('Factor', part)}: ${word}`;
}

const MINUTE_MS = 60_000;

/** Time of the record, by the terminal's clock at that time. */
export function recordMoment({ time, offset }: { time: number; offset: number }): string {
  return formatWall(time + offset * MINUTE_MS, { dateStyle: 'medium', timeStyle: 'medium' });
}

const DAY_MS = 86_400_000;
const CLOCK = { hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;

/** Only the time if it is on the day of `now`, otherwise also the day. */
export function recentMoment({ time, offset }: { time: number; offset: number }, now: number): string {
  const wall = time + offset * MINUTE_MS;
  const isToday = Math.floor(wall / DAY_MS) === Math.floor((now + offset * MINUTE_MS) / DAY_MS);
  return formatWall(wall, isToday ? CLOCK : { month: 'short', day: 'numeric', ...CLOCK });
}

/** Tenths of a degree Celsius. */
export function degreesText(tenths: number): string {
  return t('records.degrees', { value: (tenths / 10).toFixed(1) });
}
