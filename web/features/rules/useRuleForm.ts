/** A form over one rule: the stored values and the edits on top of them; the first save wins. */
import { ErrorCode } from '@gen/errors.ts';
import type { CallOptions, Refusal } from '@gen/runtime.ts';
import { type RequestForm, useRequest } from '../../lib/form/useRequest.ts';
import { t } from '../../lib/i18n.ts';
import { type LeaveGuard, useLeaveGuard } from '../../lib/leaveGuard.ts';
import { codeOf } from '../../lib/problem.ts';
import { toast } from '../../ui/toast.ts';

export interface RuleRules<Values extends object> {
  readonly start: Values;
  readonly isSame: (name: keyof Values & string, a: Values, b: Values) => boolean;
  readonly check?: (values: Values) => Partial<Record<keyof Values & string, string>>;
  /** The field for a refusal that names no field of the form. */
  readonly placeOf: (refusal: Pick<Refusal, 'code'>) => (keyof Values & string) | '';
  readonly mayWrite: boolean;
  readonly send: (values: Values, options: CallOptions) => Promise<void>;
  /** Reads the stored values again: somebody else saved first. */
  readonly refresh: () => Promise<void>;
  readonly onSaved: (guard: LeaveGuard) => void;
}

export interface RuleForm<Values extends object> extends RequestForm<Values> {
  readonly count: number;
  readonly guard: LeaveGuard;
}

export function useRuleForm<Values extends object>(rules: RuleRules<Values>): RuleForm<Values> {
  const { start, isSame } = rules;
  const form = useRequest<Values>({
    start,
    check: rules.check ?? (() => ({})),
    placeOf: (code) => rules.placeOf({ code }),
    onUnseen: toast.error,
    /* Values without edits follow the new data; the next save keeps them. */
    textOf: ({ code }) => (code === ErrorCode.changedMeanwhile ? t('rules.changedMeanwhile') : undefined),
    send: async (values, options) => {
      try {
        await rules.send(values, options);
      } catch (error) {
        if (codeOf(error) === ErrorCode.changedMeanwhile) await rules.refresh();
        throw error;
      }
      toast.ok(t('settings.saved'));
      rules.onSaved(guard);
    },
  });
  const names = Object.keys(start) as (keyof Values & string)[];
  const count = names.filter((name) => !isSame(name, start, form.values)).length;
  const guard = useLeaveGuard(rules.mayWrite && count > 0);
  return { ...form, count, guard };
}
