import { SystemInfoPage } from '../../features/machine/SystemInfoPage.tsx';
import { UpgradeNotice } from '../../features/upgrade/UpgradeNotice.tsx';

/** The terminal, and what became of its last upgrade. */
export function SystemInfoRoute() {
  return <SystemInfoPage notice={<UpgradeNotice />} />;
}
