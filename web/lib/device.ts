/** The terminal as SetInfoParam tells it, read once and kept; a new build makes the console load again. */
import { type SetInfoParamReply, setInfoParam } from '@gen/machine.ts';
import useSWR, { mutate } from 'swr';
import { writePreference } from './preferences.ts';

const KEY = 'SetInfoParam';

let knownBuild: string | null = null;

/** Says whether an answer comes from another build than this page was opened with. The first answer is the reference. */
export function isOtherBuild(info: Pick<SetInfoParamReply, 'buildId'>): boolean {
  knownBuild ??= info.buildId;
  return info.buildId !== knownBuild;
}

export interface DeviceInfo {
  info: SetInfoParamReply | undefined;
  error: unknown;
  retry: () => void;
}

export function useDeviceInfo(onOtherBuild?: () => void): DeviceInfo {
  const { data, error } = useSWR(KEY, () => setInfoParam(), {
    onSuccess: (info) => {
      writePreference('device', info.deviceName || null);
      if (isOtherBuild(info)) onOtherBuild?.();
    },
  });
  return { info: data, error, retry: refreshDeviceInfo };
}

/** Reads it again, after something it counts has changed. */
export function refreshDeviceInfo(): void {
  void mutate(KEY);
}
