import { type SlipPreviewReply, type SlipPreviewRequest, slipPreview } from '@gen/devices.ts';
import { useEffect, useState } from 'react';
import useSWR from 'swr';

/** Delay after typing before the preview is requested. */
const SETTLE_MS = 250;

/** The receipt as the terminal would print it; the previous one while a new one is loading. */
export function useSlip(wanted: SlipPreviewRequest): SlipPreviewReply | undefined {
  const key = JSON.stringify(wanted);
  const [settled, setSettled] = useState(key);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(key), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [key]);
  const read = ([, request]: readonly [string, string]) =>
    slipPreview(JSON.parse(request) as SlipPreviewRequest, { handles: () => true });
  const { data } = useSWR(['slipPreview', settled] as const, read, {
    keepPreviousData: true,
    revalidateOnFocus: false,
    shouldRetryOnError: false,
  });
  return data;
}
