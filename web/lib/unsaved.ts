/** Whether a page has unsaved changes; forms report them (leaveGuard.ts). */
let count = 0;

/** Reports unsaved changes until the result is called. */
export function holdUnsaved(): () => void {
  count++;
  return () => {
    count--;
  };
}

export const hasUnsaved = (): boolean => count > 0;
