import { SystemInfoPage } from '../../features/machine/SystemInfoPage.tsx';
import { UpgradeNotice } from '../../features/upgrade/UpgradeNotice.tsx';

/** The terminal, and the result of its last update. */
export function SystemInfoRoute() {
  return <SystemInfoPage notice={<UpgradeNotice />} />;
}
