import { identifyModeWords, adduserLimits as limits } from '@gen/users.ts';
import type { ReactNode } from 'react';
import { useDeviceInfo } from '../../../lib/device.ts';
import { offeredFactors } from '../../../lib/factors.ts';
import type { RequestForm } from '../../../lib/form/useRequest.ts';
import { groupText, useGroupNames } from '../../../lib/groupNames.ts';
import { t } from '../../../lib/i18n.ts';
import { useSession } from '../../../lib/session.ts';
import { shiftChoices, useShiftNames } from '../../../lib/shiftNames.ts';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import { FactorTiles } from '../../../ui/FactorTiles.tsx';
import { Select, type SelectOption } from '../../../ui/Select.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { fieldText } from '../words.ts';
import { CHANGEABLE, type Changeable, type ChangeForm } from './change.ts';

interface ChangeFieldsProps {
  form: RequestForm<ChangeForm>;
}

/** Each with a box: what is not ticked stays as it is. */
export function ChangeFields({ form }: ChangeFieldsProps) {
  const { ticked } = form.values;
  const tick = (name: Changeable, on: boolean) =>
    form.set({ ticked: CHANGEABLE.filter((one) => (one === name ? on : ticked.includes(one))) });
  return CHANGEABLE.map((name) => (
    <div key={name} className="bulk-change">
      <Checkbox
        name={`change-${name}`}
        label={fieldText(name)}
        checked={ticked.includes(name)}
        onChange={(on) => tick(name, on)}
      />
      {ticked.includes(name) && (FIELDS[name]?.(form) ?? <Text form={form} name={name} />)}
    </div>
  ));
}

const becomes = (name: Changeable) => t('bulk.becomes', { field: fieldText(name) });

/** A field without a form of its own is a text. */
const FIELDS: Partial<Record<Changeable, (form: RequestForm<ChangeForm>) => ReactNode>> = {
  group: (form) => <GroupField form={form} />,
  shift: (form) => <ShiftField form={form} />,
  identifyMode: (form) => <ModeField form={form} />,
  level: (form) => <LevelField form={form} />,
  validFrom: (form) => <DayField form={form} name="validFrom" hint={t('users.validFromHint')} />,
  validTo: (form) => <DayField form={form} name="validTo" hint={t('users.validToHint')} />,
};

const numbers = ({ min, max }: { readonly min: number; readonly max: number }) =>
  Array.from({ length: max - min + 1 }, (_, index) => min + index);

interface NumberChoiceProps extends ChangeFieldsProps {
  name: 'group' | 'shift' | 'level';
  options: readonly SelectOption<string>[];
}

function NumberChoice({ form, name, options }: NumberChoiceProps) {
  return (
    <Select
      {...form.field(name)}
      label={becomes(name)}
      value={String(form.values[name])}
      options={options}
      onChange={(value) => form.set({ [name]: Number(value) })}
    />
  );
}

function GroupField({ form }: ChangeFieldsProps) {
  const names = useGroupNames();
  const label = (group: number) => `${group} · ${groupText(group, names)}`;
  const options = numbers(limits.group).map((group) => ({ value: String(group), label: label(group) }));
  return <NumberChoice form={form} name="group" options={options} />;
}

function ShiftField({ form }: ChangeFieldsProps) {
  return (
    <NumberChoice form={form} name="shift" options={shiftChoices(limits.shift, form.values.shift, useShiftNames())} />
  );
}

/** Nobody gives more than the own. */
function LevelField({ form }: ChangeFieldsProps) {
  const own = useSession()?.level ?? limits.level.max;
  const options = numbers(limits.level).map((level) => ({
    value: String(level),
    label: level === 0 ? t('users.levelUser') : t('users.levelAdmin', { level }),
    disabled: level > own,
  }));
  return <NumberChoice form={form} name="level" options={options} />;
}

function ModeField({ form }: ChangeFieldsProps) {
  const modules = useDeviceInfo().info?.funOption;
  const { identifyMode, identifyFactors } = form.values;
  const { error } = form.field('identifyFactors');
  return (
    <>
      <Select
        {...form.field('identifyMode')}
        label={becomes('identifyMode')}
        value={identifyMode}
        options={identifyModeWords.map((value) => ({ value, label: t(`users.mode.${value}`) }))}
        onChange={(mode) => form.set({ identifyMode: mode })}
      />
      {identifyMode === 'all' && (
        <FactorTiles
          label={t('field.User.identifyFactors')}
          factors={offeredFactors(modules, identifyFactors)}
          chosen={identifyFactors}
          disabled={false}
          error={error}
          onChange={(factors) => form.set({ identifyFactors: factors })}
        />
      )}
    </>
  );
}

function Text({ form, name }: ChangeFieldsProps & { name: Changeable }) {
  return (
    <TextField
      {...form.field(name)}
      label={becomes(name)}
      value={String(form.values[name])}
      hint={t('bulk.emptyClears')}
      onChange={(text) => form.set({ [name]: text })}
    />
  );
}

function DayField({ form, name, hint }: ChangeFieldsProps & { name: 'validFrom' | 'validTo'; hint: string }) {
  return (
    <TextField
      {...form.field(name)}
      type="date"
      label={becomes(name)}
      value={form.values[name]}
      hint={hint}
      onChange={(day) => form.set({ [name]: day })}
    />
  );
}
