import { type SetWirlessReply, setWirless, type WifiFailure, type WifiState } from '@gen/network.ts';
import { useState } from 'react';
import useSWR from 'swr';
import { progressOf } from './wifiProgress.ts';

const READ_MS = 1000;

export interface WifiMove {
  /** State of the radio, once read; undefined if the change is not about it. */
  readonly state: WifiState | undefined;
  /** The radio has reached the requested state. */
  readonly settled: boolean;
  readonly failure: WifiFailure;
  /** Name of the joined network, '' while none is. */
  readonly joined: string;
}

let attempts = 0;

/** State of the radio, read every second during a change of Wi-Fi. */
export function useWifiMove(on: boolean): WifiMove {
  /* Each attempt starts without data: the last answer would show the result of the previous attempt. */
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
