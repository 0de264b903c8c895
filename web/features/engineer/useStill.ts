import { test_takephoto } from '@gen/engineer.ts';
import { ErrorCode } from '@gen/errors.ts';
import type { FileReply } from '@gen/runtime.ts';
import { useEffect, useState } from 'react';
import { ApiError } from '../../lib/api/apiError.ts';

/** Minimum interval of the terminal, for all viewers together: one in two seconds. */
const PACE_MS = 2500;

export interface Still {
  readonly still: FileReply | undefined;
  /** URL of the picture. */
  readonly address: string | undefined;
  /** Why there is no picture; polling stops until `retry`. */
  readonly problem: unknown;
  readonly retry: () => void;
}

/** Successive stills of the camera; the last one stays when `live` ends. */
export function useStill(live: boolean): Still {
  const [still, setStill] = useState<FileReply>();
  const [problem, setProblem] = useState<unknown>();
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!live || problem !== undefined) return undefined;
    const { signal, abort } = ending();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const take = async () => {
      try {
        const next = await test_takephoto({ signal, handles: () => true });
        if (!signal.aborted) setStill(next);
      } catch (error) {
        if (!signal.aborted && !isSoon(error)) setProblem(error);
      }
      if (!signal.aborted) timer = setTimeout(() => void take(), PACE_MS);
    };
    void take();
    return () => {
      clearTimeout(timer);
      abort();
    };
  }, [live, problem]);
  useEffect(() => {
    if (still === undefined) return undefined;
    const made = URL.createObjectURL(still.content);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [still]);
  return { still, address, problem, retry: () => setProblem(undefined) };
}

function ending() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}

/** Another viewer has just taken one: the next poll succeeds. */
const isSoon = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === ErrorCode.throttled || error.code === ErrorCode.busy);
