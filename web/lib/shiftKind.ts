import type { Shift } from '@gen/rules.ts';

/** Whether a shift has flexible hours: a target in place of a duty. */
export const isFlexible = ({ kind }: Pick<Shift, 'kind'>): boolean => kind !== 'fixed';
