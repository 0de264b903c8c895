/** The pages of settings by their titles. */
import type { PlainKey } from './i18n.ts';
import { type SitePage, sitePageTitled } from './siteMap.ts';

export interface TitledPair {
  readonly pair: string;
  readonly title: PlainKey;
}

export const settingPages: readonly TitledPair[] = [
  { pair: 'Ethernet', title: 'page.ethernet' },
  { pair: 'Internet', title: 'page.internet' },
  { pair: 'Wirless', title: 'page.wifi' },
  { pair: 'CommMode', title: 'page.commMode' },
  { pair: 'RestParam', title: 'page.security' },
  { pair: 'CloudParam', title: 'page.cloud' },
  { pair: 'BluetoothParam', title: 'page.bluetooth' },
  { pair: 'MachineParam', title: 'page.device' },
  { pair: 'TimeParam', title: 'page.display' },
  { pair: 'IdentifyParam', title: 'page.identifyMode' },
  { pair: 'FPCompareParam', title: 'page.fingerPrint' },
  { pair: 'KaoqinParam', title: 'page.attendance' },
  { pair: 'ThermometryParam', title: 'page.thermometryLimit' },
  { pair: 'DateTimeParam', title: 'page.timeSetting' },
  { pair: 'DSTParam', title: 'page.dst' },
  { pair: 'StatusChangeInfo', title: 'page.statusChange' },
  { pair: 'ApplyParam', title: 'page.applyStatus' },
  { pair: 'PrintParam', title: 'page.print' },
  { pair: 'WorkModeSwitch', title: 'page.workMode' },
  { pair: 'AccessControl', title: 'page.access' },
  { pair: 'BackupParam', title: 'page.backup' },
];

/** The page that shows a pair of settings. */
export function pageOfPair(pair: string): SitePage | undefined {
  const found = settingPages.find((one) => one.pair === pair);
  return found && sitePageTitled(found.title);
}
