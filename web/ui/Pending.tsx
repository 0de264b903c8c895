import type { Pending as Declared } from '@gen/runtime.ts';
import type { ReactNode } from 'react';
import { formatNumber, t } from '../lib/i18n.ts';
import { Icon } from './Icon.tsx';

/** What the declaration says of a field by its limits. Whoever makes it work removes it there, and it is gone here. */
export const pendingOf = (declared: object): Declared | undefined =>
  'pending' in declared ? (declared.pending as Declared) : undefined;

/** Whether a value of a field is one that nothing goes by. */
export function isPending(declared: object, value: number): boolean {
  const pending = pendingOf(declared);
  return pending === true || (pending !== undefined && value >= pending.min);
}

/** Whether every one is pending as a whole, so that it is said once above them. */
export const allPending = (declared: readonly object[]): boolean =>
  declared.length > 0 && declared.every((one) => pendingOf(one) === true);

export interface PendingProps {
  pending: Declared;
  /** Largest value, where only those from a number on are pending. */
  max?: number | undefined;
}

/** The one notice of what the terminal takes and keeps and does not go by yet. */
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

/** A hint with the notice below it, where the field has one. */
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
