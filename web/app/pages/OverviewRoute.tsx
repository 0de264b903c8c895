import { doorCommandCall } from '@gen/door.ts';
import { LastBackup } from '../../features/backup/LastBackup.tsx';
import { InsideCard } from '../../features/door/InsideCard.tsx';
import { OverviewDoor } from '../../features/door/OverviewDoor.tsx';
import { OverviewPage } from '../../features/events/OverviewPage.tsx';
import { NetworkCard } from '../../features/network/link/NetworkCard.tsx';
import { ClockLine } from '../../features/time/ClockLine.tsx';
import { useAnyFitted } from '../../lib/device.ts';

/** What happens at the terminal, with its door and its clock. */
export function OverviewRoute() {
  const hasDoor = useAnyFitted(doorCommandCall.devices);
  return (
    <OverviewPage
      clock={<ClockLine />}
      door={hasDoor && <OverviewDoor />}
      inside={<InsideCard />}
      backup={<LastBackup />}
      network={<NetworkCard />}
    />
  );
}
