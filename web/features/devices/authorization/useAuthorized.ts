/** The authorization lists, and actions for their devices. */
import {
  type AuthorizedDevice,
  deleteSomeBluetooth,
  deleteSomeWiegand,
  getAnvizWiegandAuthorize,
  getBluetoothAuthorize,
  setAnvizWiegandAuthorize,
  setBluetoothAuthorize,
} from '@gen/devices.ts';
import { useCallback } from 'react';
import useSWR from 'swr';

export const links = ['wiegand', 'bluetooth'] as const;
export type Link = (typeof links)[number];

/** Polling interval while the list is visible: devices may request authorization at any time. */
const READ_MS = 5000;

const calls = {
  wiegand: { list: setAnvizWiegandAuthorize, authorize: getAnvizWiegandAuthorize, remove: deleteSomeWiegand },
  bluetooth: { list: setBluetoothAuthorize, authorize: getBluetoothAuthorize, remove: deleteSomeBluetooth },
} as const;

export interface Authorized {
  /** undefined until the terminal has answered. */
  readonly devices: readonly AuthorizedDevice[] | undefined;
  readonly error: unknown;
  readonly retry: () => void;
  /** Both return whether the call succeeded; its error was already shown. */
  readonly authorize: (macs: readonly string[], authorized: boolean) => Promise<boolean>;
  readonly remove: (macs: readonly string[]) => Promise<boolean>;
}

export function useAuthorized(link: Link): Authorized {
  const { list, authorize, remove } = calls[link];
  const { data, error, mutate } = useSWR(['authorized', link], () => list({}, { handles: () => true }), {
    refreshInterval: READ_MS,
  });
  const after = useCallback(
    async (sent: Promise<unknown>) => {
      const done = await sent.then(
        () => true,
        () => false,
      );
      await mutate().catch(() => undefined);
      return done;
    },
    [mutate],
  );
  return {
    devices: data?.devices,
    error: data === undefined ? error : undefined,
    retry: useCallback(() => void mutate().catch(() => undefined), [mutate]),
    authorize: useCallback((macs, authorized) => after(authorize({ macs: [...macs], authorized })), [after, authorize]),
    remove: useCallback((macs) => after(remove({ macs: [...macs] })), [after, remove]),
  };
}
