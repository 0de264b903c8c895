import type { Refusal } from '@gen/runtime.ts';

/** For `handles`: the form shows what the terminal refuses; that no answer came is said for it. */
export function isRefusal({ code }: Refusal): boolean {
  return code !== 0;
}
