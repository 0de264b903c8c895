/** Bluetooth devices in range: partial results while a search runs, then all. */
import { type BluetoothDevice, getSearchBleDev, getSearchBleDevReply } from '@gen/devices.ts';
import { useSearch } from '../../../lib/api/useSearch.ts';

export interface Found {
  /** undefined until the terminal has answered. */
  readonly devices: readonly BluetoothDevice[] | undefined;
  readonly searching: boolean;
  readonly error: unknown;
  readonly search: () => void;
  /** Reads the results once more. */
  readonly refresh: () => void;
}

const ask = (start: boolean) => getSearchBleDev(start ? { start } : {}, { handles: () => true });

/** `on`: the terminal may search. */
export function useFound(on: boolean): Found {
  const { found, search, refresh } = useSearch(on ? 'GetSearchBleDev' : null, ask, getSearchBleDevReply);
  const devices = found && (found.reply?.devices ?? []);
  return { devices, searching: found?.searching ?? false, error: found?.error, search, refresh };
}
