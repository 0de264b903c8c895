import type { Pending as Declared } from '@gen/runtime.ts';
import type { ReactNode } from 'react';
import { formatNumber, t } from '../lib/i18n.ts';
import { Icon } from './Icon.tsx';

/** The pending flag from the declaration of a field. When the function is implemented, the flag is removed there, and the notice disappears. */
export const pendingOf = (declared: object): Declared | undefined =>
  'pending' in declared ? (declared.pending as Declared) : undefined;

/** Whether a value of a field is pending. */
export function isPending(declared: object, value: number): boolean {
  const pending = pendingOf(declared);
  return pending === true || (pending !== undefined && value >= pending.min);
}

/** Whether all fields are pending, so that the notice is shown once above them. */
export const allPending = (declared: readonly object[]): boolean =>
  declared.length > 0 && declared.every((one) => pendingOf(one) === true);

export interface PendingProps {
  pending: Declared;
  /** Largest value, if only values from a number on are pending. */
  max?: number | undefined;
}

/** The notice for settings that the terminal accepts and stores but does not use yet. */
export function Pending({ pending, max }: PendingProps) {
  return (
    <span className="pending">
      <Icon name="clock" size={14} />
      <span>
        {pending === true || max === undefined
          ? t('pending.text')
          : t('pending.range', { from: formatNumber(pending.min), to: formatNumber(max) })}
      </span>
    </span>
  );
}

/** A hint followed by the notice, if the field is pending. */
export function hintOf(hint: ReactNode, declared: object): ReactNode {
  const pending = pendingOf(declared);
  if (pending === undefined) return hint;
  return (
    <>
      {hint}
      <Pending pending={pending} max={'max' in declared ? Number(declared.max) : undefined} />
    </>
  );
}
