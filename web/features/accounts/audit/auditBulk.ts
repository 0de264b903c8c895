/** Texts for audit entries about bulk jobs: the users, the result, and the number. */
import { bulkKindWords, bulkStepWords } from '@gen/bulk.ts';
import { formatList, type PlainKey, t } from '../../../lib/i18n.ts';

/** Objects of the entries of jobs. */
const MANY: ReadonlySet<string> = new Set(['users', 'punches', 'shifts']);

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

/** Filters of a user list; the others have the labels of a user. */
const FILTERS: Readonly<Record<string, PlainKey>> = {
  search: 'users.search',
  role: 'users.role',
  credential: 'users.credentials',
  expiry: 'users.validity',
  userids: 'audit.field.users',
};

/** Undefined if the name has no text of its own. */
export function bulkLabel(object: string, name: string): string | undefined {
  const key = MANY.has(object) ? LABELS[name] : undefined;
  return key && t(key);
}

/** Text for a field of a user. */
export interface UserWords {
  readonly label: (name: string) => string;
  readonly word: (name: string, value: unknown) => string;
}

/** Undefined for a value that is not of a bulk job. */
export function bulkWord(object: string, name: string, value: unknown, user: UserWords): string | undefined {
  if (!MANY.has(object)) return undefined;
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
