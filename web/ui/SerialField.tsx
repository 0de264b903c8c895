import type { FormControl } from '../lib/form/useForm.ts';
import { t } from '../lib/i18n.ts';
import { SERIAL_END } from '../lib/serialEnd.ts';
import { TextField } from './TextField.tsx';

export interface SerialFieldProps {
  control: FormControl;
  /** Serial number of this terminal. */
  serial: string;
  value: string;
  onChange: (value: string) => void;
}

/** Field for the last characters of the serial number, before an action that cannot be undone. */
export function SerialField({ control, serial, value, onChange }: SerialFieldProps) {
  return (
    <TextField
      {...control}
      label={t('init.serial')}
      ltr
      value={value}
      maxLength={SERIAL_END}
      hint={t('init.serialHint', { serial })}
      onChange={(typed) => onChange(typed.toUpperCase())}
    />
  );
}
