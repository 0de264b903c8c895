/** What the rule on the page would do: asked of the terminal, which alone knows its zone and its time. */
import { type DSTParamValues, type DstTransition, dstPreview } from '@gen/time.ts';
import useSWR from 'swr';
import { ApiError } from '../../lib/api/apiError.ts';

export interface Preview {
  readonly changes: readonly DstTransition[];
  /** The rule makes no sense. */
  readonly refused: boolean;
}

const NONE: Preview = { changes: [], refused: false };

async function ask(rule: DSTParamValues): Promise<Preview> {
  try {
    const { next } = await dstPreview(rule, { handles: () => true });
    return { changes: next, refused: false };
  } catch (error) {
    if (error instanceof ApiError && error.kind === 'refused') return { changes: [], refused: true };
    throw error;
  }
}

/** `valid`: the values are within their limits, so that they can be asked about. */
export function usePreview(rule: DSTParamValues, valid: boolean): Preview {
  const key = rule.mode !== 'disable' && valid ? ['dstPreview', JSON.stringify(rule)] : null;
  const { data } = useSWR(key, () => ask(rule), { keepPreviousData: true, revalidateOnFocus: false });
  return key === null ? NONE : (data ?? NONE);
}
