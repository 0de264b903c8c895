import type { PlainKey } from '../lib/i18n.ts';
import type { FunctionGroup } from '../lib/session.ts';
import { type LazyPage, lazyPage } from './lazyPage.tsx';

/** A page inside the shell. Its code is a chunk of its own, fetched when the route is first opened. */
export interface Route {
  path: string;
  /** Stands in the breadcrumb, in the window's title and as the page's h1. */
  title: PlainKey;
  /** The function group that must be among `funs`. */
  group: FunctionGroup;
  /** The page above it in the breadcrumb; on a phone the way back. */
  parent?: string;
  Page: LazyPage;
}

/** Add a page here: path, title key, group, and a loader that names its component. */
export const routes: readonly Route[] = [
  {
    path: '/user/userList',
    title: 'page.userList',
    group: 'user',
    Page: lazyPage(() => import('../features/users/UserListPage.tsx').then((module) => module.UserListPage)),
  },
  {
    path: '/user/addUser',
    title: 'page.addUser',
    group: 'user',
    parent: '/user/userList',
    Page: lazyPage(() => import('../features/users/AddUserPage.tsx').then((module) => module.AddUserPage)),
  },
  {
    path: '/user/userEdit',
    title: 'page.userEdit',
    group: 'user',
    parent: '/user/userList',
    Page: lazyPage(() => import('../features/users/EditUserPage.tsx').then((module) => module.EditUserPage)),
  },
  {
    path: '/user/identify',
    title: 'page.identify',
    group: 'user',
    parent: '/user/userList',
    Page: lazyPage(() => import('../features/users/IdentifyPage.tsx').then((module) => module.IdentifyPage)),
  },
  {
    path: '/network/ethernet',
    title: 'page.ethernet',
    group: 'network',
    Page: lazyPage(() => import('../features/network/EthernetPage.tsx').then((module) => module.EthernetPage)),
  },
  {
    path: '/network/internet',
    title: 'page.internet',
    group: 'network',
    Page: lazyPage(() => import('../features/network/InternetPage.tsx').then((module) => module.InternetPage)),
  },
  {
    path: '/network/wirless',
    title: 'page.wifi',
    group: 'network',
    Page: lazyPage(() => import('../features/network/WifiPage.tsx').then((module) => module.WifiPage)),
  },
  {
    path: '/network/wirless/chooseWIFI',
    title: 'page.chooseWifi',
    group: 'network',
    parent: '/network/wirless',
    Page: lazyPage(() => import('../features/network/ChooseWifiPage.tsx').then((module) => module.ChooseWifiPage)),
  },
  {
    path: '/network/wirless/addWIFI',
    title: 'page.addWifi',
    group: 'network',
    parent: '/network/wirless',
    Page: lazyPage(() => import('../features/network/AddWifiPage.tsx').then((module) => module.AddWifiPage)),
  },
  {
    path: '/network/commMode',
    title: 'page.commMode',
    group: 'network',
    Page: lazyPage(() => import('../features/network/CommModePage.tsx').then((module) => module.CommModePage)),
  },
  {
    path: '/network/securityOne',
    title: 'page.security',
    group: 'network',
    Page: lazyPage(() => import('./pages/SecurityRoute.tsx').then((module) => module.SecurityRoute)),
  },
  {
    path: '/network/cloud',
    title: 'page.cloud',
    group: 'network',
    Page: lazyPage(() => import('../features/network/CloudPage.tsx').then((module) => module.CloudPage)),
  },
  {
    path: '/network/bluetooth',
    title: 'page.bluetooth',
    group: 'network',
    Page: lazyPage(() => import('../features/devices/BluetoothPage.tsx').then((module) => module.BluetoothPage)),
  },
  {
    path: '/basicSetting/systemInfo',
    title: 'page.systemInfo',
    group: 'basicSetting',
    Page: lazyPage(() => import('../features/machine/SystemInfoPage.tsx').then((module) => module.SystemInfoPage)),
  },
  {
    path: '/basicSetting/device',
    title: 'page.device',
    group: 'basicSetting',
    Page: lazyPage(() => import('./pages/DeviceRoute.tsx').then((module) => module.DeviceRoute)),
  },
  {
    path: '/basicSetting/display',
    title: 'page.display',
    group: 'basicSetting',
    Page: lazyPage(() => import('../features/devices/DisplayPage.tsx').then((module) => module.DisplayPage)),
  },
  {
    path: '/basicSetting/identifyMode',
    title: 'page.identifyMode',
    group: 'basicSetting',
    Page: lazyPage(() => import('../features/door/IdentifyModePage.tsx').then((module) => module.IdentifyModePage)),
  },
  {
    path: '/basicSetting/fingerPrint',
    title: 'page.fingerPrint',
    group: 'basicSetting',
    Page: lazyPage(() => import('../features/door/FingerPrintPage.tsx').then((module) => module.FingerPrintPage)),
  },
  {
    path: '/basicSetting/attendance',
    title: 'page.attendance',
    group: 'basicSetting',
    Page: lazyPage(() => import('../features/records/AttendancePage.tsx').then((module) => module.AttendancePage)),
  },
  {
    path: '/basicSetting/timeSetting',
    title: 'page.timeSetting',
    group: 'basicSetting',
    Page: lazyPage(() => import('../features/time/TimeSettingPage.tsx').then((module) => module.TimeSettingPage)),
  },
  {
    path: '/basicSetting/dst',
    title: 'page.dst',
    group: 'basicSetting',
    Page: lazyPage(() => import('../features/time/DstPage.tsx').then((module) => module.DstPage)),
  },
  {
    path: '/basicSetting/statusChange',
    title: 'page.statusChange',
    group: 'basicSetting',
    Page: lazyPage(() => import('../features/time/StatusChangePage.tsx').then((module) => module.StatusChangePage)),
  },
  {
    path: '/basicSetting/applyStatus',
    title: 'page.applyStatus',
    group: 'basicSetting',
    Page: lazyPage(() => import('../features/time/ApplyStatusPage.tsx').then((module) => module.ApplyStatusPage)),
  },
  {
    path: '/basicSetting/print',
    title: 'page.print',
    group: 'basicSetting',
    Page: lazyPage(() => import('../features/devices/PrintPage.tsx').then((module) => module.PrintPage)),
  },
  {
    path: '/basicSetting/wiganPairing',
    title: 'page.wiegandPairing',
    group: 'basicSetting',
    Page: lazyPage(() =>
      import('../features/devices/WiegandPairingPage.tsx').then((module) => module.WiegandPairingPage),
    ),
  },
  {
    path: '/basicSetting/workMode',
    title: 'page.workMode',
    group: 'basicSetting',
    Page: lazyPage(() => import('../features/door/WorkModePage.tsx').then((module) => module.WorkModePage)),
  },
  {
    path: '/basicSetting/authorizationMode',
    title: 'page.authorizationMode',
    group: 'basicSetting',
    Page: lazyPage(() =>
      import('../features/devices/AuthorizationModePage.tsx').then((module) => module.AuthorizationModePage),
    ),
  },
  {
    path: '/advSetting/roles',
    title: 'page.roles',
    group: 'advSetting',
    Page: lazyPage(() => import('../features/accounts/RolesPage.tsx').then((module) => module.RolesPage)),
  },
  {
    path: '/advSetting/initialization',
    title: 'page.initialization',
    group: 'advSetting',
    Page: lazyPage(() =>
      import('../features/machine/InitializationPage.tsx').then((module) => module.InitializationPage),
    ),
  },
  {
    path: '/advSetting/restart',
    title: 'page.restart',
    group: 'advSetting',
    Page: lazyPage(() => import('../features/machine/RestartPage.tsx').then((module) => module.RestartPage)),
  },
];
