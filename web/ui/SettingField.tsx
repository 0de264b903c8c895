import { hasLines } from '@gen/formats.ts';
import type { EnumSetting, SettingField as Field, FlagsSetting, IntSetting, TextSetting } from '@gen/runtime.ts';
import type { ReactNode } from 'react';
import type { SettingControl, SettingsFields } from '../lib/settings/useSettingsForm.ts';
import { enumWord, rangeText, settingHelp, settingLabel, unitWord } from '../lib/settings/words.ts';
import { CheckGroup } from './CheckGroup.tsx';
import { NumberField } from './NumberField.tsx';
import { SecretField } from './SecretField.tsx';
import { Segmented } from './Segmented.tsx';
import { Select } from './Select.tsx';
import { Slider } from './Slider.tsx';
import { Switch } from './Switch.tsx';
import { TextArea } from './TextArea.tsx';
import { TextField } from './TextField.tsx';

/** More choices than these, or more characters in them, stand in a list that opens. */
const SIDE_BY_SIDE = 4;
const SIDE_BY_SIDE_LENGTH = 56;
/** A number of so few steps, without a unit, is a slider. */
const SLIDER_STEPS = 12;

export interface SettingFieldProps<Values extends object> {
  form: SettingsFields<Values>;
  /** Setting of the page. Lists of numbers have no field: their pages draw them. */
  name: keyof Values & string;
  /** Words other than the catalogue's `setting.<Pair>.<name>`. */
  label?: string | undefined;
  hint?: ReactNode;
  /** Choices as a list that opens, or side by side, whatever their number. */
  as?: 'select' | 'segmented' | undefined;
  /** Cannot be changed now, though the account may. */
  disabled?: boolean | undefined;
  placeholder?: string | undefined;
}

interface WidgetProps<Declared> {
  readonly field: Declared;
  /** What every control of the kit takes. */
  readonly control: SettingControl & { readonly label: string; readonly hint: ReactNode };
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly as: 'select' | 'segmented' | undefined;
  readonly placeholder: string | undefined;
}

/** A setting as its declaration has it: kind, limits, words, and what the form says about it. */
export function SettingField<Values extends object>(props: SettingFieldProps<Values>) {
  const { form, name, as, placeholder } = props;
  const field: Field | undefined = form.page.fields.find((one) => one.name === name);
  if (!field) return null;
  const { pair } = form.page;
  const control = form.field(name);
  const shared = {
    control: {
      ...control,
      disabled: control.disabled || (props.disabled ?? false),
      label: props.label ?? settingLabel(pair, name),
      hint: props.hint ?? settingHelp(pair, name),
    },
    value: form.values[name] as unknown,
    onChange: (value: unknown) => form.set({ [name]: value } as Partial<Values>),
    as,
    placeholder,
  };
  switch (field.kind) {
    case 'bool':
      return <Switch {...shared.control} checked={shared.value === true} onChange={shared.onChange} />;
    case 'int':
      return <IntField {...shared} field={field} />;
    case 'enum':
      return <EnumField {...shared} field={field} />;
    case 'flags':
      return <FlagsField {...shared} field={field} />;
    case 'text':
      return field.secret ? (
        <Secret {...shared} field={field} form={form} name={name} />
      ) : (
        <PlainField {...shared} field={field} />
      );
    case 'list':
      return null;
  }
}

function IntField({ field, control, value, onChange, placeholder }: WidgetProps<IntSetting>) {
  const number = typeof value === 'number' && !Number.isNaN(value) ? value : null;
  const { min, max, unit, step = 1 } = field;
  if (unit === undefined && (max - min) / step <= SLIDER_STEPS) {
    const at = number ?? min;
    return <Slider {...control} {...{ min, max, step }} value={at} valueText={String(at)} onChange={onChange} />;
  }
  return (
    <NumberField
      {...control}
      max={max}
      value={number}
      placeholder={placeholder}
      unit={unit === undefined ? undefined : unitWord(unit)}
      hint={
        typeof control.hint === 'string' ? `${rangeText(field)}. ${control.hint}` : (control.hint ?? rangeText(field))
      }
      onChange={(next) => onChange(next ?? Number.NaN)}
    />
  );
}

const optionsOf = ({ enum: enumeration, values }: EnumSetting | FlagsSetting) =>
  values.map((value) => ({ value, label: enumWord(enumeration, value) }));

function EnumField({ field, control, value, onChange, as }: WidgetProps<EnumSetting>) {
  const options = optionsOf(field);
  const length = options.reduce((sum, { label }) => sum + label.length, 0);
  const roomy = options.length <= SIDE_BY_SIDE && length <= SIDE_BY_SIDE_LENGTH;
  const Choice = (as ?? (roomy ? 'segmented' : 'select')) === 'select' ? Select : Segmented;
  return <Choice {...control} value={String(value)} options={options} onChange={onChange} />;
}

function FlagsField({ field, control, value, onChange }: WidgetProps<FlagsSetting>) {
  return <CheckGroup {...control} options={optionsOf(field)} chosen={value as readonly string[]} onChange={onChange} />;
}

function PlainField({ field, control, value, onChange, placeholder }: WidgetProps<TextSetting>) {
  const text = { value: String(value), onChange, placeholder };
  if (hasLines(field.format)) return <TextArea {...control} {...text} code rows={6} />;
  return (
    <TextField
      {...control}
      {...text}
      digits={field.format === 'digits'}
      ltr={field.format !== undefined}
      maxLength={field.max}
      required={field.min > 0 && !field.allowEmpty}
    />
  );
}

interface SecretProps<Values extends object> extends WidgetProps<TextSetting> {
  readonly form: SettingsFields<Values>;
  readonly name: keyof Values & string;
}

function Secret<Values extends object>({ field, control, form, name, onChange }: SecretProps<Values>) {
  const typed: unknown = form.edits[name];
  return (
    <SecretField
      {...control}
      value={typeof typed === 'string' ? typed : undefined}
      isSet={form.isSet(name)}
      removable={field.allowEmpty}
      digits={field.format === 'digits'}
      maxLength={field.max}
      onChange={(next) => (next === undefined ? form.keep(name) : onChange(next))}
    />
  );
}
