/** Common texts of the rules. */
import type { Holiday, PeriodKind } from '@gen/rules.ts';
import { type GroupNames, groupText } from '../../lib/groupNames.ts';
import { formatDay, formatList, formatWall, t } from '../../lib/i18n.ts';
import type { Tone } from '../../ui/Tag.tsx';

/** Maximum length of names in characters. */
export function numbered(number: number, name: string): string {
  return name.trim() === '' ? String(number) : `${number} · ${name}`;
}

export function zoneText({ number, name }: { number: number; name: string }): string {
  return name.trim() === '' ? t('rules.zoneNumber', { number }) : name;
}

export function groupsText(groups: readonly number[], names: GroupNames): string {
  return formatList(groups.map((group) => groupText(group, names)));
}

export const KINDS = ['working', 'alwaysOpen', 'alwaysClosed'] as const satisfies readonly PeriodKind[];

export const kindText = (kind: PeriodKind): string => t(`rules.kind.${kind}`);

/** Tone of the tag beside the text. */
export const kindTone: Record<PeriodKind, Tone> = { working: 'info', alwaysOpen: 'ok', alwaysClosed: 'warn' };

const dayMs = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** "24 December", "24 to 26 December 2026": a yearly one has no year. */
export function holidayDays({ from, to, yearly }: Pick<Holiday, 'from' | 'to' | 'yearly'>): string {
  const text = (day: string) => (yearly ? formatWall(dayMs(day), { day: 'numeric', month: 'long' }) : formatDay(day));
  return from === to ? text(from) : t('rules.days', { from: text(from), to: text(to) });
}
