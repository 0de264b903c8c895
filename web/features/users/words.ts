import type { IdentifyMode } from '@gen/contract.ts';
/** Words for the values of a user; the same on every page. */
import { formatDay, type PlainKey, t } from '../../lib/i18n.ts';
import { userFieldText } from '../../lib/userFields.ts';
import type { OptionalColumn } from './list/listView.ts';
import type { Validity } from './validity.ts';

export function nameOf(user: { username: string }): string {
  return user.username.trim() === '' ? t('users.noName') : user.username;
}

/** Whom a page is about, for the window's title: "7 Ana Torres"; the name once it is known, and where there is one. */
export function subjectOf(userid: number, user: { username: string } | undefined): string {
  return `${userid} ${user?.username ?? ''}`.trim();
}

export function levelText(level: number): string {
  return level === 0 ? t('users.levelUser') : t('users.levelAdmin', { level });
}

export function modeText(mode: IdentifyMode): string {
  return t(`users.mode.${mode}`);
}

export function columnHeading(column: OptionalColumn): string {
  const own = HEADINGS[column];
  return own === undefined ? userFieldText(column) : t(own);
}

/** Headings that are shorter than the label of the field, or of no field. */
const HEADINGS: Partial<Record<OptionalColumn, PlainKey>> = {
  cardno: 'users.card',
  held: 'users.credentials',
  level: 'users.role',
  valid: 'users.valid',
};

export function validityText(validity: Validity): string {
  switch (validity.kind) {
    case 'always':
      return t('users.validAlways');
    case 'expired':
      return t('users.validExpired');
    case 'notYet':
      return t('users.validFromDay', { day: formatDay(validity.day) });
    case 'until':
      return t('users.validToDay', { day: formatDay(validity.day) });
  }
}
