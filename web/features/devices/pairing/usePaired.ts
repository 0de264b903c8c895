/** The devices that the terminal is paired with. */
import { type BluetoothDevice, setBleDevGroup } from '@gen/devices.ts';
import { useCallback } from 'react';
import useSWR from 'swr';

export interface Paired {
  readonly devices: readonly BluetoothDevice[] | undefined;
  readonly error: unknown;
  readonly refresh: () => void;
}

export function usePaired(): Paired {
  const { data, error, mutate } = useSWR('SetBleDevGroup', () => setBleDevGroup({ handles: () => true }));
  const refresh = useCallback(() => void mutate().catch(() => undefined), [mutate]);
  return { devices: data?.devices, error: data === undefined ? error : undefined, refresh };
}
