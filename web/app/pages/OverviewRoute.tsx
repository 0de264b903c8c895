import { InsideCard } from '../../features/door/InsideCard.tsx';
import { OverviewDoor } from '../../features/door/OverviewDoor.tsx';
import { OverviewPage } from '../../features/events/OverviewPage.tsx';
import { NetworkCard } from '../../features/network/NetworkCard.tsx';
import { ClockLine } from '../../features/time/ClockLine.tsx';

/** What happens at the terminal, with its door and its clock. */
export function OverviewRoute() {
  return (
    <OverviewPage clock={<ClockLine />} door={<OverviewDoor />} inside={<InsideCard />} network={<NetworkCard />} />
  );
}
