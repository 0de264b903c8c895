/** What the audit log says of users in bulk, in words: whom it was about, what became of them, and how many. */
import { bulkKindWords, bulkStepWords } from '@gen/bulk.ts';
import { formatList, type PlainKey, t } from '../../../lib/i18n.ts';

const MANY = 'users';

const LABELS: Readonly<Record<string, PlainKey>> = {
  end: 'audit.field.result',
  file: 'bulk.fileName',
  added: 'bulk.added',
  changed: 'bulk.changed',
  same: 'bulk.figure.same',
  skipped: 'bulk.figure.skipped',
  bad: 'bulk.bad',
  filter: 'users.filters',
  change: 'bulk.changes',
};

/** What a list of users is filtered by; the rest has the labels of a user. */
const FILTERS: Readonly<Record<string, PlainKey>> = {
  search: 'users.search',
  role: 'users.role',
  credential: 'users.credentials',
  expiry: 'users.validity',
  userids: 'audit.field.users',
};

/** Undefined where the name means nothing of its own. */
export function bulkLabel(object: string, name: string): string | undefined {
  const key = object === MANY ? LABELS[name] : undefined;
  return key && t(key);
}

/** How a field of a user is said. */
export interface UserWords {
  readonly label: (name: string) => string;
  readonly word: (name: string, value: unknown) => string;
}

/** Undefined for what is no value of users in bulk. */
export function bulkWord(object: string, name: string, value: unknown, user: UserWords): string | undefined {
  if (object !== MANY) return undefined;
  const kind = bulkKindWords.find((one) => one === value);
  if (name === 'kind' && kind) return t(`bulk.kind.${kind}`);
  const step = bulkStepWords.find((one) => one === value);
  if (name === 'end' && step) return t(`bulk.step.${step}`);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const members = Object.entries(value);
  if (members.length === 0) return t('audit.allUsers');
  const label = (one: string) => (name === 'filter' && FILTERS[one] ? t(FILTERS[one]) : user.label(one));
  return formatList(members.map(([one, said]) => `${label(one)}: ${user.word(one, said)}`));
}
