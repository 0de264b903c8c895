import { doorCommandCall } from '@gen/door.ts';
import { useState } from 'react';
import { LastBackup } from '../../features/backup/LastBackup.tsx';
import { InsideCard } from '../../features/door/InsideCard.tsx';
import { OverviewDoor } from '../../features/door/OverviewDoor.tsx';
import { OverviewPage } from '../../features/events/OverviewPage.tsx';
import { NetworkCard } from '../../features/network/link/NetworkCard.tsx';
import { ClockLine } from '../../features/time/ClockLine.tsx';
import { GiveCard, GiveCardDialog } from '../../features/users/give/GiveCard.tsx';
import { useAnyFitted } from '../../lib/device.ts';

/** Live events of the terminal, with its door and its clock. */
export function OverviewRoute() {
  const hasDoor = useAnyFitted(doorCommandCall.devices);
  const [given, setGiven] = useState<string>();
  return (
    <>
      <OverviewPage
        clock={<ClockLine />}
        door={hasDoor && <OverviewDoor />}
        inside={<InsideCard />}
        backup={<LastBackup />}
        network={<NetworkCard />}
        give={(card, name) => <GiveCard card={card} name={name} onOpen={() => setGiven(card)} />}
      />
      {given !== undefined && <GiveCardDialog card={given} onClose={() => setGiven(undefined)} />}
    </>
  );
}
