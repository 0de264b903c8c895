import { type SetWirlessReply, setWirless, type WifiFailure, type WifiState } from '@gen/network.ts';
import { useState } from 'react';
import useSWR from 'swr';
import { progressOf } from './wifiProgress.ts';

const READ_MS = 1000;

export interface WifiMove {
  /** The radio, once read; undefined when the change is not about it. */
  readonly state: WifiState | undefined;
  /** What was asked of the radio has come about. */
  readonly settled: boolean;
  readonly failure: WifiFailure;
  /** Name of the network that was joined, '' while none is. */
  readonly joined: string;
}

let attempts = 0;

/** How the radio is, read each second while a change of Wi-Fi is under way. */
export function useWifiMove(on: boolean): WifiMove {
  /* Each attempt begins with nothing: the answer to the last one would tell how that one ended. */
  const [attempt] = useState(() => ++attempts);
  const { data } = useSWR<SetWirlessReply>(
    on ? ['SetWirless.progress', attempt] : null,
    () => setWirless({ handles: () => true }),
    {
      refreshInterval: READ_MS,
      dedupingInterval: READ_MS / 2,
    },
  );
  if (!on) return { state: undefined, settled: true, failure: 'none', joined: '' };
  if (!data) return { state: undefined, settled: false, failure: 'none', joined: '' };
  const progress = progressOf(data);
  return {
    state: data.mode === 'client' ? data.state : undefined,
    settled: progress === 'done',
    failure: progress === 'failed' ? data.state.failure : 'none',
    joined: data.mode === 'client' && progress === 'done' ? data.ssid : '',
  };
}
