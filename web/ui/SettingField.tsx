import { type FunctionGroup, functionGroupWords } from '@gen/accounts.ts';
import { type Format, hasLines } from '@gen/formats.ts';
import type {
  BoolSetting,
  EnumSetting,
  SettingField as Field,
  FlagsSetting,
  IntSetting,
  TextSetting,
} from '@gen/runtime.ts';
import type { ReactNode } from 'react';
import { minuteOf, minuteText, NEVER } from '../lib/dayMinute.ts';
import { useAnyFitted } from '../lib/device.ts';
import { formatList, t } from '../lib/i18n.ts';
import { useWritesAll } from '../lib/power.ts';
import type { SettingControl, SettingsFields } from '../lib/settings/useSettingsForm.ts';
import { DAY_MINUTE, enumWord, rangeText, settingHelp, settingLabel, unitWord } from '../lib/settings/words.ts';
import { ChangedBy } from './ChangedBy.tsx';
import { CheckGroup } from './CheckGroup.tsx';
import { NumberField } from './NumberField.tsx';
import { allPending, hintOf } from './Pending.tsx';
import { SecretField } from './SecretField.tsx';
import { Segmented } from './Segmented.tsx';
import { Select } from './Select.tsx';
import { Slider } from './Slider.tsx';
import { Switch } from './Switch.tsx';
import { TextArea } from './TextArea.tsx';
import { TextField } from './TextField.tsx';
import { TimeField } from './TimeField.tsx';

/** With more choices or characters than these, the choices are a drop-down list. */
const SIDE_BY_SIDE = 4;
const SIDE_BY_SIDE_LENGTH = 56;
/** A number with so few steps and without a unit is a slider. */
const SLIDER_STEPS = 12;

export interface SettingFieldProps<Values extends object> {
  form: SettingsFields<Values>;
  /** Setting of the page. Lists of numbers have no field: their pages draw them. */
  name: keyof Values & string;
  /** Label instead of the catalogue's `setting.<Pair>.<name>`. */
  label?: string | undefined;
  hint?: ReactNode;
  /** Choices as a drop-down list, or side by side, whatever their number. */
  as?: 'select' | 'segmented' | undefined;
  /** Disabled now, although the account has permission. */
  disabled?: boolean | undefined;
  placeholder?: string | undefined;
  /** A text that is required here although its declaration allows it to be empty: another setting requires it. */
  required?: boolean | undefined;
  /** The pending notice is already shown above. */
  pendingSaid?: boolean | undefined;
}

interface WidgetProps<Declared> {
  readonly field: Declared;
  /** Props of every control of the kit. */
  readonly control: SettingControl & { readonly label: string; readonly hint: ReactNode };
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly as: 'select' | 'segmented' | undefined;
  readonly placeholder: string | undefined;
  readonly required: boolean;
}

/**
 * A setting drawn from its declaration: type, limits, label, its state in the form, and its last editor. Nothing if the terminal
 * does not have its device.
 */
export function SettingField<Values extends object>(props: SettingFieldProps<Values>) {
  const { form, name } = props;
  const field = form.page.fields.find((one) => one.name === name);
  const fitted = useAnyFitted(field?.devices);
  if (!field || field.kind === 'list' || !fitted) return null;
  const { alsoWrite } = field;
  return (
    <div className="setting">
      {alsoWrite === undefined ? (
        <Control {...props} field={field} />
      ) : (
        <Guarded {...props} field={field} groups={functionGroupWords.filter((group) => alsoWrite.includes(group))} />
      )}
      <ChangedBy form={form} field={field} />
    </div>
  );
}

interface GuardedProps<Values extends object> extends SettingFieldProps<Values> {
  readonly field: Field;
  readonly groups: readonly FunctionGroup[];
}

/** A setting that needs more permissions than its page: an account without them sees why it is read-only. */
function Guarded<Values extends object>({ groups, ...props }: GuardedProps<Values>) {
  const may = useWritesAll(groups);
  const words = formatList(groups.map((group) => t(`roles.group.${group}`)));
  const why = props.form.mayWrite && may === false ? t('settings.alsoWrite', { groups: words }) : undefined;
  return <Control {...props} disabled={props.disabled === true || may !== true} hint={why ?? props.hint} />;
}

function Control<Values extends object>(props: SettingFieldProps<Values> & { field: Field }) {
  const { form, name, field, as, placeholder, required = false } = props;
  const { pair } = form.page;
  const control = form.field(name);
  const hint = ranged(field, props.hint ?? settingHelp(pair, name));
  const said = props.pendingSaid === true || allPending(form.page.fields);
  const shared = {
    control: {
      ...control,
      disabled: control.disabled || (props.disabled ?? false),
      label: props.label ?? settingLabel(pair, name),
      hint: said ? hint : hintOf(hint, field),
    },
    value: form.values[name] as unknown,
    onChange: (value: unknown) => form.set({ [name]: value } as Partial<Values>),
    as,
    placeholder,
    required,
  };
  switch (field.kind) {
    case 'bool':
      return <BoolField {...shared} field={field} />;
    case 'int':
      return field.unit === DAY_MINUTE ? (
        <DayMinuteField {...shared} field={field} />
      ) : (
        <IntField {...shared} field={field} />
      );
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

/** A switch that cannot be switched on yet can still be switched off. */
function BoolField({ field, control, value, onChange }: WidgetProps<BoolSetting>) {
  const locked = field.refused === true && value !== true;
  return <Switch {...control} disabled={control.disabled || locked} checked={value === true} onChange={onChange} />;
}

const isSlider = ({ min, max, unit, step = 1 }: IntSetting): boolean =>
  unit === undefined && (max - min) / step <= SLIDER_STEPS;

/** A typed number has its range before its help text. */
function ranged(field: Field, hint: ReactNode): ReactNode {
  if (field.kind !== 'int' || field.unit === DAY_MINUTE || isSlider(field)) return hint;
  return typeof hint === 'string' ? `${rangeText(field)}. ${hint}` : (hint ?? rangeText(field));
}

/** A time of day; empty means never. */
function DayMinuteField({ control, value, onChange }: WidgetProps<IntSetting>) {
  return (
    <TimeField
      {...control}
      value={minuteText(typeof value === 'number' ? value : NEVER)}
      onChange={(text) => onChange(minuteOf(text))}
    />
  );
}

function IntField({ field, control, value, onChange, placeholder }: WidgetProps<IntSetting>) {
  const number = typeof value === 'number' && !Number.isNaN(value) ? value : null;
  const { min, max, unit, step = 1 } = field;
  if (isSlider(field)) {
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
      onChange={(next) => onChange(next ?? Number.NaN)}
    />
  );
}

const optionsOf = ({ enum: enumeration, values }: EnumSetting | FlagsSetting) =>
  values.map((value) => ({ value, label: enumWord(enumeration, value) }));

function EnumField({ field, control, value, onChange, as }: WidgetProps<EnumSetting>) {
  const options = optionsOf(field).map((option) => ({
    ...option,
    disabled: option.value === field.refused && option.value !== value,
  }));
  const length = options.reduce((sum, { label }) => sum + label.length, 0);
  const roomy = options.length <= SIDE_BY_SIDE && length <= SIDE_BY_SIDE_LENGTH;
  const Choice = (as ?? (roomy ? 'segmented' : 'select')) === 'select' ? Select : Segmented;
  return <Choice {...control} value={String(value)} options={options} onChange={onChange} />;
}

function FlagsField({ field, control, value, onChange }: WidgetProps<FlagsSetting>) {
  return <CheckGroup {...control} options={optionsOf(field)} chosen={value as readonly string[]} onChange={onChange} />;
}

const keypads: Partial<Record<Format, 'address' | 'host'>> = {
  ipv4: 'address',
  host: 'host',
  hostPort: 'host',
  httpsUrl: 'host',
};

function PlainField({ field, control, value, onChange, placeholder, required }: WidgetProps<TextSetting>) {
  const text = { value: String(value), onChange, placeholder };
  if (hasLines(field.format)) return <TextArea {...control} {...text} code rows={6} />;
  return (
    <TextField
      {...control}
      {...text}
      digits={field.format === 'digits'}
      ltr={field.format !== undefined}
      keypad={field.format === undefined ? undefined : keypads[field.format]}
      maxLength={field.max}
      required={required || (field.min > 0 && !field.allowEmpty)}
    />
  );
}

interface SecretProps<Values extends object> extends WidgetProps<TextSetting> {
  readonly form: SettingsFields<Values>;
  readonly name: keyof Values & string;
}

function Secret<Values extends object>({ field, control, form, name, onChange, required }: SecretProps<Values>) {
  const typed: unknown = form.edits[name];
  return (
    <SecretField
      {...control}
      value={typeof typed === 'string' ? typed : undefined}
      isSet={form.isSet(name)}
      removable={field.allowEmpty}
      required={required}
      digits={field.format === 'digits'}
      maxLength={field.max}
      onChange={(next) => (next === undefined ? form.keep(name) : onChange(next))}
    />
  );
}
