import type { Device } from '@gen/machine.ts';
import type { ComponentType } from 'react';
import type { PlainKey } from '../lib/i18n.ts';
import type { FunctionGroup } from '../lib/session.ts';
import { type LazyPage, lazyPage } from './lazyPage.tsx';
import { movingPage } from './moveHost.tsx';
import { UserListRoute } from './pages/UserListRoute.tsx';

/** A page inside the shell. Its code is a separate chunk, fetched before or when the route is first opened. */
export interface Route {
  path: string;
  /** Text of the breadcrumb, of the window's title and of the page's h1. */
  title: PlainKey;
  /** The function group that must be in `funs`; omitted: every signed-in account. */
  group?: FunctionGroup;
  /** The page above it in the breadcrumb; on a phone the way back. */
  parent?: string;
  Page: ComponentType | LazyPage;
  /** Devices of the page: it is shown if one of them is installed. */
  of?: readonly Device[];
}

/** The first entry of the sidebar, without a group. */
export const overviewPath = '/advSetting/live';

/** Add a page here: path, title key, group, and a loader that names its component. */
export const routes: readonly Route[] = [
  {
    path: '/sessions',
    title: 'page.sessions',
    Page: lazyPage(() => import('../features/accounts/SessionsPage.tsx').then((module) => module.SessionsPage)),
  },
  /* Pages of the engineer: in no menu. */
  {
    path: '/snkey',
    title: 'page.snKey',
    Page: lazyPage(() => import('../features/engineer/pages.ts').then((module) => module.SnKeyPage)),
  },
  {
    path: '/debug',
    title: 'page.debug',
    Page: lazyPage(() => import('../features/engineer/pages.ts').then((module) => module.DebugPage)),
  },
  {
    path: '/test',
    title: 'page.test',
    Page: lazyPage(() => import('../features/engineer/pages.ts').then((module) => module.TestPage)),
  },
  {
    path: '/user/userList',
    title: 'page.userList',
    group: 'user',
    /* The start page: loaded with the console. */
    Page: UserListRoute,
  },
  {
    path: '/user/addUser',
    title: 'page.addUser',
    group: 'user',
    parent: '/user/userList',
    Page: lazyPage(() => import('../features/users/form/AddUserPage.tsx').then((module) => module.AddUserPage)),
  },
  {
    path: '/user/userEdit',
    title: 'page.userEdit',
    group: 'user',
    parent: '/user/userList',
    Page: lazyPage(() => import('./pages/EditUserRoute.tsx').then((module) => module.EditUserRoute)),
  },
  {
    path: '/user/fingerprint',
    title: 'page.fingerprint',
    group: 'user',
    parent: '/user/userList',
    Page: lazyPage(() =>
      import('../features/users/enrol/FingerprintPage.tsx').then((module) => module.FingerprintPage),
    ),
  },
  {
    path: '/user/identify',
    title: 'page.identify',
    group: 'user',
    parent: '/user/userList',
    Page: lazyPage(() => import('../features/users/form/IdentifyPage.tsx').then((module) => module.IdentifyPage)),
  },
  {
    path: '/user/import',
    title: 'page.import',
    group: 'user',
    parent: '/user/userList',
    Page: lazyPage(() => import('./pages/ImportRoute.tsx').then((module) => module.ImportRoute)),
  },
  {
    path: '/network/ethernet',
    title: 'page.ethernet',
    group: 'network',
    of: ['ethernet'],
    Page: movingPage(() => import('../features/network/pages.ts').then((module) => module.EthernetPage)),
  },
  {
    path: '/network/internet',
    title: 'page.internet',
    group: 'network',
    Page: movingPage(() => import('../features/network/pages.ts').then((module) => module.InternetPage)),
  },
  {
    path: '/network/wirless',
    title: 'page.wifi',
    group: 'network',
    of: ['wifi'],
    Page: movingPage(() => import('../features/network/pages.ts').then((module) => module.WifiPage)),
  },
  {
    path: '/network/wirless/chooseWIFI',
    title: 'page.chooseWifi',
    group: 'network',
    parent: '/network/wirless',
    of: ['wifi'],
    Page: movingPage(() => import('../features/network/pages.ts').then((module) => module.ChooseWifiPage)),
  },
  {
    path: '/network/wirless/addWIFI',
    title: 'page.addWifi',
    group: 'network',
    parent: '/network/wirless',
    of: ['wifi'],
    Page: movingPage(() => import('../features/network/pages.ts').then((module) => module.AddWifiPage)),
  },
  {
    path: '/network/commMode',
    title: 'page.commMode',
    group: 'network',
    Page: lazyPage(() => import('../features/network/pages.ts').then((module) => module.CommModePage)),
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
    Page: lazyPage(() => import('../features/network/pages.ts').then((module) => module.CloudPage)),
  },
  {
    path: '/network/bluetooth',
    title: 'page.bluetooth',
    group: 'network',
    of: ['bluetooth'],
    Page: lazyPage(() =>
      import('../features/devices/pairing/BluetoothPage.tsx').then((module) => module.BluetoothPage),
    ),
  },
  {
    path: '/basicSetting/systemInfo',
    title: 'page.systemInfo',
    group: 'basicSetting',
    Page: lazyPage(() => import('./pages/SystemInfoRoute.tsx').then((module) => module.SystemInfoRoute)),
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
    of: ['display'],
    Page: lazyPage(() => import('../features/devices/display/DisplayPage.tsx').then((module) => module.DisplayPage)),
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
    of: ['finger'],
    Page: lazyPage(() => import('../features/door/FingerPrintPage.tsx').then((module) => module.FingerPrintPage)),
  },
  {
    path: '/basicSetting/attendance',
    title: 'page.attendance',
    group: 'basicSetting',
    Page: lazyPage(() =>
      import('../features/records/report/AttendancePage.tsx').then((module) => module.AttendancePage),
    ),
  },
  {
    path: '/basicSetting/timeSetting',
    title: 'page.timeSetting',
    group: 'basicSetting',
    Page: lazyPage(() => import('../features/time/pages.ts').then((module) => module.TimeSettingPage)),
  },
  {
    path: '/basicSetting/dst',
    title: 'page.dst',
    group: 'basicSetting',
    Page: lazyPage(() => import('../features/time/pages.ts').then((module) => module.DstPage)),
  },
  {
    path: '/basicSetting/statusChange',
    title: 'page.statusChange',
    group: 'basicSetting',
    Page: lazyPage(() => import('../features/time/pages.ts').then((module) => module.StatusChangePage)),
  },
  {
    path: '/basicSetting/applyStatus',
    title: 'page.applyStatus',
    group: 'basicSetting',
    Page: lazyPage(() => import('../features/time/pages.ts').then((module) => module.ApplyStatusPage)),
  },
  {
    path: '/basicSetting/print',
    title: 'page.print',
    group: 'basicSetting',
    of: ['printer'],
    Page: lazyPage(() => import('../features/devices/print/PrintPage.tsx').then((module) => module.PrintPage)),
  },
  {
    path: '/basicSetting/wiganPairing',
    title: 'page.wiegandPairing',
    group: 'basicSetting',
    of: ['wiegand'],
    Page: lazyPage(() =>
      import('../features/devices/pairing/WiegandPairingPage.tsx').then((module) => module.WiegandPairingPage),
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
    of: ['bluetooth', 'wiegand'],
    Page: lazyPage(() =>
      import('../features/devices/authorization/AuthorizationModePage.tsx').then(
        (module) => module.AuthorizationModePage,
      ),
    ),
  },
  {
    path: '/advSetting/access',
    title: 'page.access',
    group: 'advSetting',
    Page: lazyPage(() => import('../features/door/AccessPage.tsx').then((module) => module.AccessPage)),
  },
  {
    path: '/advSetting/recordList',
    title: 'page.recordList',
    group: 'advSetting',
    Page: lazyPage(() => import('./pages/RecordListRoute.tsx').then((module) => module.RecordListRoute)),
  },
  {
    path: '/advSetting/report',
    title: 'page.report',
    group: 'advSetting',
    Page: lazyPage(() => import('../features/records/report/ReportPage.tsx').then((module) => module.ReportPage)),
  },
  {
    path: '/advSetting/inside',
    title: 'page.inside',
    group: 'advSetting',
    Page: lazyPage(() => import('../features/door/InsidePage.tsx').then((module) => module.InsidePage)),
  },
  {
    path: '/advSetting/thermometry',
    title: 'page.thermometry',
    group: 'advSetting',
    of: ['thermometer'],
    Page: lazyPage(() =>
      import('../features/records/thermometry/ThermometryPage.tsx').then((module) => module.ThermometryPage),
    ),
  },
  {
    path: '/advSetting/thermometry/limit',
    title: 'page.thermometryLimit',
    group: 'advSetting',
    parent: '/advSetting/thermometry',
    of: ['thermometer'],
    Page: lazyPage(() =>
      import('../features/records/thermometry/ThermometryLimitPage.tsx').then((module) => module.ThermometryLimitPage),
    ),
  },
  {
    path: '/advSetting/shifts',
    title: 'page.shifts',
    group: 'advSetting',
    Page: lazyPage(() => import('../features/rules/pages.ts').then((module) => module.ShiftPage)),
  },
  {
    path: '/AccSetting/zoneSetting',
    title: 'page.zoneSetting',
    group: 'AccSetting',
    Page: lazyPage(() => import('../features/rules/pages.ts').then((module) => module.ZoneSettingPage)),
  },
  {
    path: '/AccSetting/workGroup',
    title: 'page.workGroup',
    group: 'AccSetting',
    Page: lazyPage(() => import('../features/rules/pages.ts').then((module) => module.WorkGroupPage)),
  },
  {
    path: '/AccSetting/alwaysOpen',
    title: 'page.alwaysOpen',
    group: 'AccSetting',
    Page: lazyPage(() => import('../features/rules/pages.ts').then((module) => module.AlwaysOpenPage)),
  },
  {
    path: '/AccSetting/alwaysClose',
    title: 'page.alwaysClose',
    group: 'AccSetting',
    Page: lazyPage(() => import('../features/rules/pages.ts').then((module) => module.AlwaysClosePage)),
  },
  {
    path: overviewPath,
    title: 'page.overview',
    group: 'advSetting',
    Page: lazyPage(() => import('./pages/OverviewRoute.tsx').then((module) => module.OverviewRoute)),
  },
  {
    path: '/advSetting/roles',
    title: 'page.roles',
    group: 'advSetting',
    Page: lazyPage(() => import('../features/accounts/roles/RolesPage.tsx').then((module) => module.RolesPage)),
  },
  {
    path: '/advSetting/audit',
    title: 'page.audit',
    group: 'advSetting',
    Page: lazyPage(() => import('../features/accounts/audit/AuditPage.tsx').then((module) => module.AuditPage)),
  },
  {
    path: '/advSetting/group',
    title: 'page.groups',
    group: 'advSetting',
    Page: lazyPage(() => import('../features/rules/pages.ts').then((module) => module.GroupPage)),
  },
  {
    path: '/advSetting/timezone',
    title: 'page.timeZones',
    group: 'advSetting',
    Page: lazyPage(() => import('../features/rules/pages.ts').then((module) => module.TimeZonePage)),
  },
  {
    path: '/advSetting/backup',
    title: 'page.backup',
    group: 'advSetting',
    Page: lazyPage(() => import('../features/backup/BackupPage.tsx').then((module) => module.BackupPage)),
  },
  {
    path: '/advSetting/initCard',
    title: 'page.initCard',
    group: 'advSetting',
    of: ['reader'],
    Page: lazyPage(() => import('../features/machine/InitCardPage.tsx').then((module) => module.InitCardPage)),
  },
  {
    path: '/advSetting/firmwareUpgrade',
    title: 'page.firmwareUpgrade',
    group: 'advSetting',
    Page: lazyPage(() => import('../features/upgrade/UpgradePage.tsx').then((module) => module.UpgradePage)),
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
