import type { PlainKey } from '../lib/i18n.ts';
import type { FunctionGroup } from '../lib/session.ts';
import type { IconName } from '../ui/icons.ts';

/** An entry of the sidebar: a function group whose pages exist. Shown when `funs` has the group. */
export interface NavSection {
  group: FunctionGroup;
  label: PlainKey;
  icon: IconName;
  to: string;
  /** Pages below it. */
  prefix: string;
}

export const sections: readonly NavSection[] = [
  { group: 'user', label: 'nav.users', icon: 'users', to: '/user/userList', prefix: '/user/' },
];
