import type { Refusal } from '@gen/runtime.ts';

/** For `handles`: the form shows a refusal; a missing answer is reported for it. */
export function isRefusal({ code }: Refusal): boolean {
  return code !== 0;
}
