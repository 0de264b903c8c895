import type { AuthorizedDevice } from '@gen/devices.ts';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { toggled } from '../../../lib/toggled.ts';
import type { Selection } from '../../../ui/SelectBox.tsx';

/** An address as a number: tables identify their rows by numbers. */
export function macNumber(mac: string): number {
  return Number.parseInt(mac.replaceAll(':', ''), 16);
}

export interface Chosen extends Selection {
  readonly devices: readonly AuthorizedDevice[];
  readonly setSelecting: (on: boolean) => void;
  readonly clear: () => void;
}

/** Selected devices; another list (`key`) starts with none, and a device that leaves the list is deselected. */
export function useChosen(rows: readonly AuthorizedDevice[], key: string): Chosen {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const [selecting, setSelecting] = useState(false);
  const clear = useCallback(() => {
    setIds(new Set());
    setSelecting(false);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is what the effect waits for
  useEffect(clear, [key]);
  /* If it returns it is not selected. */
  useEffect(() => {
    const there = new Set(rows.map(({ mac }) => macNumber(mac)));
    setIds((before) => {
      const left = [...before].filter((id) => there.has(id));
      return left.length === before.size ? before : new Set(left);
    });
  }, [rows]);
  const onSelect = useCallback((changed: readonly number[], on: boolean) => {
    setIds((before) => toggled(before, changed, on));
  }, []);
  return useMemo(() => {
    const devices = rows.filter(({ mac }) => ids.has(macNumber(mac)));
    const selected = new Set(devices.map(({ mac }) => macNumber(mac)));
    return { selected, devices, selecting: selecting || devices.length > 0, setSelecting, onSelect, clear };
  }, [rows, ids, selecting, onSelect, clear]);
}
