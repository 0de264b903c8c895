/** Other devices that may request access at the door, as options of "May this person enter?". */
import { setAnvizWiegandAuthorize, setBluetoothAuthorize } from '@gen/devices.ts';
import type { ExplainRequest } from '@gen/door.ts';
import useSWR from 'swr';
import { askerText } from '../../lib/recordTexts.ts';
import { useSession } from '../../lib/session.ts';

/** The terminal's own readers. */
export const OWN = 'own';

export interface Asker {
  readonly value: string;
  readonly label: string;
  readonly question: Pick<ExplainRequest, 'from' | 'mac'>;
}

const calls = { wiegand: setAnvizWiegandAuthorize, bluetooth: setBluetoothAuthorize } as const;

async function read(from: keyof typeof calls): Promise<Asker[]> {
  const { devices } = await calls[from]({}, { handles: () => true });
  return devices.map(({ mac, model }) => ({
    value: `${from} ${mac}`,
    label: [askerText(from, mac), model].filter((text) => text !== '').join(', '),
    question: { from, mac },
  }));
}

/** Empty while they are read, and without permission to read the lists. */
export function useAskers(): readonly Asker[] {
  const mayRead = useSession()?.roles.includes('basicSetting') ?? false;
  const { data } = useSWR(mayRead ? 'askers' : null, async () =>
    (await Promise.all([read('wiegand'), read('bluetooth')])).flat(),
  );
  return data ?? [];
}
