import type { SetInfoParamReply } from '@gen/machine.ts';
import { isFitted } from '../lib/device.ts';
import type { PlainKey } from '../lib/i18n.ts';
import type { FunctionGroup } from '../lib/session.ts';
import type { IconName } from '../ui/icons.ts';
import { overviewPath, type Route, routes } from './routes.tsx';

/** An entry of the sidebar: a function group with pages. Shown if `funs` has the group. */
export interface NavSection {
  group: FunctionGroup;
  label: PlainKey;
  icon: IconName;
  /** Target of the group's own address. */
  to: string;
  /** Pages of the group. */
  prefix: string;
  /** Its pages are listed below it, in the order of the routes; otherwise it is one link. */
  unfolds: boolean;
}

export const sections: readonly NavSection[] = [
  { group: 'user', label: 'nav.users', icon: 'users', to: '/user/userList', prefix: '/user/', unfolds: false },
  {
    group: 'network',
    label: 'nav.network',
    icon: 'network',
    to: '/network/ethernet',
    prefix: '/network/',
    unfolds: true,
  },
  {
    group: 'basicSetting',
    label: 'nav.basicSetting',
    icon: 'sliders',
    to: '/basicSetting/systemInfo',
    prefix: '/basicSetting/',
    unfolds: true,
  },
  {
    group: 'AccSetting',
    label: 'nav.AccSetting',
    icon: 'door',
    to: '/AccSetting/zoneSetting',
    prefix: '/AccSetting/',
    unfolds: true,
  },
  {
    group: 'advSetting',
    label: 'nav.advSetting',
    icon: 'gear',
    to: '/advSetting/roles',
    prefix: '/advSetting/',
    unfolds: true,
  },
];

/** Pages listed below a section in the sidebar; a page with a parent is reached from there. */
export function pagesOf({ group }: NavSection, info: SetInfoParamReply | undefined): readonly Route[] {
  return routes.filter(
    (route) =>
      route.group === group &&
      route.parent === undefined &&
      route.path !== overviewPath &&
      (route.of === undefined || isFitted(info, route.of)),
  );
}
