/** The terminal as SetInfoParam tells it, read once and kept; a new build makes the console load again. */
import { type Device, type SetInfoParamReply, setInfoParam } from '@gen/machine.ts';
import useSWR, { mutate } from 'swr';
import { setHour24 } from './clockFace.ts';
import { fullnessOf } from './fullness.ts';
import { writePreference } from './preferences.ts';

const KEY = 'SetInfoParam';

let knownBuild: string | null = null;

/** Says whether an answer comes from another build than this page was opened with. The first answer is the reference. */
export function isOtherBuild(info: Pick<SetInfoParamReply, 'buildId'>): boolean {
  knownBuild ??= info.buildId;
  return info.buildId !== knownBuild;
}

const onRenewal = new Set<() => void>();

/** Called when an answer comes from another build, whoever asked; the result ends it. */
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

/** `isWanted`: it can wait where it is no more than a name. */
export function useDeviceInfo(isWanted = true): DeviceInfo {
  const { data, error } = useSWR(isWanted ? KEY : null, readInfo);
  return { info: data, error, retry: refreshDeviceInfo };
}

/** Reads it again, after something it counts has changed. */
export function refreshDeviceInfo(): void {
  void mutate(KEY);
}

/** Whether the terminal has one of these, whose names are those of the drivers; as long as that is not known, it has. */
export function isFitted(info: SetInfoParamReply | undefined, devices: readonly string[]): boolean {
  return info === undefined || devices.some((device) => info.drivers.some(({ name }) => name === device));
}

/** The same for a part of a page. */
export function useFitted(device: Device): boolean {
  return useAnyFitted([device]);
}

/** The same for what its declaration names: a setting, a call. One that names none needs none. */
export function useAnyFitted(devices: readonly string[] | undefined): boolean {
  const { info } = useDeviceInfo(devices !== undefined);
  return devices === undefined || isFitted(info, devices);
}

/** How many users the terminal holds when no other fits; undefined while there is room, or before that is known. */
export function useFullOfUsers(isWanted = true): number | undefined {
  const { info } = useDeviceInfo(isWanted);
  return info && fullnessOf(info.users, info.MaxUser) === 'full' ? info.users : undefined;
}
