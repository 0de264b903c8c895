import { getAccessControl, getAccessControlLimits as limits, setAccessControl } from '@gen/door.ts';
import { useState } from 'react';
import { useRequest } from '../../../lib/form/useRequest.ts';
import { ltr, t } from '../../../lib/i18n.ts';
import { FieldGroup } from '../../../ui/Field.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { NumberField } from '../../../ui/NumberField.tsx';
import { Segmented } from '../../../ui/Segmented.tsx';
import { Switch } from '../../../ui/Switch.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { toast } from '../../../ui/toast.ts';
import { FormatBits } from './FormatBits.tsx';
import {
  type BitRange,
  leadingParity,
  type Marks,
  patternOf,
  proposal,
  readingOf,
  trailingParity,
  wrongOf,
} from './pattern.ts';
import { withFormat } from './slots.ts';

export interface FormatDialogProps {
  /** Of the frame, '0' and '1'. */
  bits: string;
  onClose: () => void;
}

interface Values {
  name: string;
  numberFrom: number | null;
  numberTo: number | null;
  facilityFrom: number | null;
  facilityTo: number | null;
  leading: boolean;
  trailing: boolean;
}

const rangeOf = (from: number | null, to: number | null): BitRange | null =>
  from === null || to === null ? null : { from, to };

function marksOf(values: Values): Marks {
  const { numberFrom, numberTo, facilityFrom, facilityTo, leading, trailing } = values;
  const hasFacility = facilityFrom !== null || facilityTo !== null;
  return {
    number: rangeOf(numberFrom, numberTo),
    facility: hasFacility ? rangeOf(facilityFrom, facilityTo) : undefined,
    leading,
    trailing,
  };
}

function startOf(bits: string): Values {
  const { number, leading, trailing } = proposal(bits);
  return {
    name: '',
    numberFrom: number?.from ?? null,
    numberTo: number?.to ?? null,
    facilityFrom: null,
    facilityTo: null,
    leading,
    trailing,
  };
}

function check(bits: string, values: Values): Partial<Record<keyof Values, string>> {
  const wrong = wrongOf(bits, marksOf(values));
  return {
    ...(values.name.trim() === '' && { name: t('format.nameNeeded') }),
    ...(wrong.number && { numberTo: t('format.wrong') }),
    ...(wrong.facility && { facilityTo: t('format.wrong') }),
  };
}

/** Stores the format in the first free place. */
async function save(name: string, pattern: string, options: Parameters<typeof getAccessControl>[1]): Promise<boolean> {
  const now = await setAccessControl(options);
  const change = withFormat(now, name, pattern);
  if (change === undefined) {
    toast.error(t('format.full'));
    return false;
  }
  await getAccessControl({ ...change, revision: now.revision }, options);
  return true;
}

/** From a frame that no format fits to the format that reads it. */
export function FormatDialog({ bits, onClose }: FormatDialogProps) {
  const [part, setPart] = useState<'number' | 'facility'>('number');
  const form = useRequest<Values>({
    start: startOf(bits),
    check: (values) => check(bits, values),
    placeOf: () => 'name',
    onUnseen: (text) => toast.error(text),
    send: async (values, options) => {
      const isSaved = await save(values.name.trim(), patternOf(bits, marksOf(values)), options);
      if (!isSaved) return;
      toast.ok(t('format.saved', { name: values.name.trim() }));
      onClose();
    },
  });
  const { values } = form;
  const marks = marksOf(values);
  const mark = ({ from, to }: BitRange) =>
    form.set(part === 'number' ? { numberFrom: from, numberTo: to } : { facilityFrom: from, facilityTo: to });
  const end = (name: 'numberFrom' | 'numberTo' | 'facilityFrom' | 'facilityTo', label: string) => (
    <NumberField
      {...form.field(name)}
      label={label}
      max={bits.length}
      value={values[name]}
      onChange={(bit) => form.set({ [name]: bit })}
    />
  );
  const number = t('field.User.cardno');
  const facility = t('setting.AccessControl.freeFacility');
  const parityName = (kind: 'E' | 'O') => t(kind === 'E' ? 'enum.WiegandParity.even' : 'enum.WiegandParity.odd');
  return (
    <FormDialog
      title={t('format.title', { count: bits.length })}
      size="wide"
      form={form}
      action={t('format.save')}
      onClose={onClose}
    >
      <p>{t('format.text')}</p>
      <Segmented
        label={t('format.mark')}
        name="part"
        value={part}
        options={[
          { value: 'number', label: number },
          { value: 'facility', label: facility },
        ]}
        onChange={setPart}
      />
      <FormatBits bits={bits} marks={marks} onMark={mark} />
      <FieldGroup label={number}>
        <div className="pair">
          {end('numberFrom', t('format.first'))}
          {end('numberTo', t('format.last'))}
        </div>
      </FieldGroup>
      <FieldGroup label={facility} hint={t('format.facilityHint')}>
        <div className="pair">
          {end('facilityFrom', t('format.first'))}
          {end('facilityTo', t('format.last'))}
        </div>
      </FieldGroup>
      <Switch
        {...form.field('leading')}
        label={t('format.leading', { parity: parityName(leadingParity(bits, marks)) })}
        checked={values.leading}
        onChange={(leading) => form.set({ leading })}
      />
      <Switch
        {...form.field('trailing')}
        label={t('format.trailing', { parity: parityName(trailingParity(bits, marks)) })}
        hint={t('format.parityHint')}
        checked={values.trailing}
        onChange={(trailing) => form.set({ trailing })}
      />
      <Result bits={bits} marks={marks} />
      <TextField
        {...form.field('name')}
        label={t('format.name')}
        required
        value={values.name}
        maxLength={limits.wiegandInName1.max}
        onChange={(name) => form.set({ name })}
      />
    </FormDialog>
  );
}

/** What the card reads as, with the format as it is marked. */
function Result({ bits, marks }: { bits: string; marks: Marks }) {
  const reading = readingOf(bits, marks);
  if (reading === undefined) return null;
  const { number, facility, isTooLong } = reading;
  const shown =
    facility === undefined
      ? t('format.reads', { number: ltr(String(number)) })
      : t('format.readsOf', { number: ltr(String(number)), code: ltr(String(facility)) });
  return (
    <div role="status" aria-live="polite">
      <Notice tone={isTooLong ? 'warn' : 'info'}>{isTooLong ? `${shown} ${t('format.tooLong')}` : shown}</Notice>
    </div>
  );
}
