/** The terminal's data from SetInfoParam, read once and cached; a new build makes the console reload. */
import { type Device, type SetInfoParamReply, setInfoParam } from '@gen/machine.ts';
import useSWR, { mutate } from 'swr';
import { setHour24 } from './clockFace.ts';
import { fullnessOf } from './fullness.ts';
import { writePreference } from './preferences.ts';

const KEY = 'SetInfoParam';

let knownBuild: string | null = null;

/** Whether an answer comes from another build than the page. The first answer is the reference. */
export function isOtherBuild(info: Pick<SetInfoParamReply, 'buildId'>): boolean {
  knownBuild ??= info.buildId;
  return info.buildId !== knownBuild;
}

const onRenewal = new Set<() => void>();

/** Calls when any answer comes from another build; the result ends it. */
export function onOtherBuild(listener: () => void): () => void {
  onRenewal.add(listener);
  return () => void onRenewal.delete(listener);
}

async function readInfo(): Promise<SetInfoParamReply> {
  const info = await setInfoParam();
  writePreference('device', info.deviceName || null);
  setHour24(info.hour24);
  if (isOtherBuild(info)) for (const listener of onRenewal) listener();
  return info;
}

export interface DeviceInfo {
  info: SetInfoParamReply | undefined;
  error: unknown;
  retry: () => void;
}

/** `isWanted`: false delays the call while only the name is needed. */
export function useDeviceInfo(isWanted = true): DeviceInfo {
  const { data, error } = useSWR(isWanted ? KEY : null, readInfo);
  return { info: data, error, retry: refreshDeviceInfo };
}

/** Reads it again after a change of something it counts. */
export function refreshDeviceInfo(): void {
  void mutate(KEY);
}

/** Whether the terminal has one of these devices, by driver name; true until it is known. */
export function isFitted(info: SetInfoParamReply | undefined, devices: readonly string[]): boolean {
  return info === undefined || devices.some((device) => info.drivers.some(({ name }) => name === device));
}

/** The same for a part of a page. */
export function useFitted(device: Device): boolean {
  return useAnyFitted([device]);
}

/** The same for the devices of a declaration (a setting, a call). One without devices needs none. */
export function useAnyFitted(devices: readonly string[] | undefined): boolean {
  const { info } = useDeviceInfo(devices !== undefined);
  return devices === undefined || isFitted(info, devices);
}

/** Maximum number of users if it is reached; undefined while there is room, or before it is known. */
export function useFullOfUsers(isWanted = true): number | undefined {
  const { info } = useDeviceInfo(isWanted);
  return info && fullnessOf(info.users, info.MaxUser) === 'full' ? info.users : undefined;
}
