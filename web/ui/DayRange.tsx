import type { FormControl } from '../lib/form/useForm.ts';
import { t } from '../lib/i18n.ts';
import { TextField } from './TextField.tsx';

interface Days {
  from: string;
  to: string;
}

interface DayRangeProps {
  form: {
    readonly values: Days;
    readonly field: (name: keyof Days) => FormControl;
    readonly set: (change: Partial<Days>) => void;
  };
  /** Shown as the last day, if it follows the first. */
  last?: string;
  /** The first day is required. */
  required?: boolean;
  fromHint?: string | undefined;
  toHint?: string | undefined;
}

/** First and last day of a form, side by side. */
export function DayRange({ form, last, required = true, fromHint, toHint }: DayRangeProps) {
  return (
    <div className="pair">
      <TextField
        {...form.field('from')}
        label={t('rules.firstDay')}
        type="date"
        value={form.values.from}
        required={required}
        hint={fromHint}
        onChange={(from) => form.set({ from })}
      />
      <TextField
        {...form.field('to')}
        label={t('rules.lastDay')}
        type="date"
        value={last ?? form.values.to}
        hint={toHint}
        onChange={(to) => form.set({ to })}
      />
    </div>
  );
}
