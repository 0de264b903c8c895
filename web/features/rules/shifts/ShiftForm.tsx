import { ErrorCode } from '@gen/errors.ts';
import { getShiftsInfo, shiftLimits as limits, type Shift } from '@gen/rules.ts';
import { useNavigate } from 'react-router-dom';
import { formatNumber, t } from '../../../lib/i18n.ts';
import { isFlexible } from '../../../lib/shiftKind.ts';
import { Beside } from '../../../ui/Beside.tsx';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { Card } from '../../../ui/Card.tsx';
import { FieldGroup } from '../../../ui/Field.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { RuleForm } from '../RuleForm.tsx';
import { useRuleForm } from '../useRuleForm.ts';
import { isLongCycle } from './CycleDays.tsx';
import { ShiftCycle, ShiftWeek } from './ShiftBars.tsx';
import { DaysCard, DutyCard, Minutes, type ShiftFields } from './ShiftFields.tsx';
import {
  dataOf,
  type Faults,
  faultsOf,
  longestTarget,
  type ShiftData,
  type ShiftValues,
  valuesOf,
} from './shiftTimes.ts';
import { daysText } from './shiftWords.ts';

export interface ShiftFormProps {
  number: number;
  /** undefined: a new one. */
  stored: Shift | undefined;
  /** What a new one begins with. */
  initial: ShiftData;
  mayWrite: boolean;
  refresh: () => Promise<void>;
  back: string;
  /** Where a copy of it is made; undefined where no more can be. */
  copyPath: string | undefined;
}

/** One shift: its hours, its days, and how the report counts them. */
export function ShiftForm({ number, stored, initial, mayWrite, refresh, back, copyPath }: ShiftFormProps) {
  const navigate = useNavigate();
  const form = useRuleForm<ShiftValues>({
    start: valuesOf(stored ?? initial),
    isSame: (name, a, b) => isSame(a[name], b[name]),
    check: (values) => wordsOf(faultsOf(values), values),
    /* Of all numbers only those of a break have another name here. */
    placeOf: ({ code }) => (code === ErrorCode.outOfRange ? 'breaks' : 'name'),
    mayWrite,
    refresh,
    send: async (values, options) => {
      await getShiftsInfo({ number, ...changesOf(stored, dataOf(values)), revision: stored?.revision ?? 0 }, options);
      await refresh();
    },
    onSaved: (guard) => {
      guard.pass();
      navigate(back);
    },
  });
  const fields: ShiftFields = { form, start: stored ?? initial, mayWrite };
  const shift = dataOf(form.values);
  const result = shift.pattern === 'week' ? t('rules.result') : t('shifts.cycle');
  return (
    <RuleForm
      title={t('users.shiftNumber', { shift: number })}
      intro={t('shifts.formIntro')}
      form={form}
      count={form.count}
      isNew={stored === undefined}
      guard={form.guard}
      mayWrite={mayWrite}
      back={{ to: back, text: t('page.shifts') }}
    >
      {mayWrite && stored && (
        <Notice tone="info">
          <div className="shift-past">
            <p>{t('shifts.past')}</p>
            {copyPath !== undefined && (
              <ButtonLink to={copyPath} icon="copy">
                {t('shifts.copy')}
              </ButtonLink>
            )}
          </div>
        </Notice>
      )}
      <Beside
        result={
          <Card title={result} help={isLongCycle(shift) ? daysText(shift) : t('shifts.resultHelp')}>
            {isLongCycle(shift) ? <ShiftCycle shift={shift} /> : <ShiftWeek label={result} shift={shift} />}
          </Card>
        }
      >
        <Card>
          <TextField
            {...form.field('name')}
            label={t('rules.name')}
            value={form.values.name}
            disabled={!mayWrite}
            maxLength={limits.name.max}
            hint={t('rules.nameHint')}
            onChange={(name) => form.set({ name })}
          />
          <Colours {...fields} />
        </Card>
        <DutyCard {...fields} shift={shift} />
        <DaysCard {...fields} />
        {isFlexible(shift) ? <FlexibleCards {...fields} /> : <FixedCards {...fields} />}
      </Beside>
    </RuleForm>
  );
}

function FixedCards(fields: ShiftFields) {
  return (
    <>
      <Card title={t('shifts.windows')} help={t('shifts.windowsHelp')}>
        <Minutes {...fields} names={['inBefore', 'inAfter', 'outBefore', 'outAfter']} />
      </Card>
      <Card title={t('shifts.grace')} help={t('shifts.graceHelp')}>
        <Minutes {...fields} names={['lateGrace', 'earlyGrace', 'missingIn', 'missingOut']} />
      </Card>
      <Card title={t('shifts.overtime')} help={t('shifts.overtimeHelp')}>
        <Minutes {...fields} names={['overtimeBefore', 'overtimeAfter', 'overtimeStep']} />
      </Card>
    </>
  );
}

/** Of flexible hours there is no overtime, and late and early only with a core time. */
function FlexibleCards(fields: ShiftFields) {
  return (
    <>
      <Card title={t('shifts.windows')} help={t('shifts.windowsHelp')}>
        <Minutes {...fields} names={['inBefore', 'outAfter']} />
      </Card>
      {fields.form.values.hasCore && (
        <Card title={t('shifts.coreGrace')} help={t('shifts.coreGraceHelp')}>
          <Minutes {...fields} names={['lateGrace', 'earlyGrace']} />
        </Card>
      )}
    </>
  );
}

const COLOURS = [1, 2, 3, 4, 5, 6, 7, 8] as const;

function Colours({ form, mayWrite }: ShiftFields) {
  const { name } = form.field('colour');
  return (
    <FieldGroup label={t('shifts.colour')} disabled={!mayWrite}>
      <div className="shift-colours">
        {COLOURS.map((colour) => {
          const text = t(`shifts.colour.${colour}`);
          return (
            <label key={colour} className={`shift-colour-${colour}`} title={text}>
              <input
                type="radio"
                name={name}
                aria-label={text}
                checked={form.values.colour === colour}
                onChange={() => form.set({ colour })}
              />
            </label>
          );
        })}
      </div>
    </FieldGroup>
  );
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** What differs from what is stored; of a new one everything. */
function changesOf(stored: Shift | undefined, data: ShiftData): Partial<ShiftData> {
  const names = Object.keys(data) as (keyof ShiftData)[];
  return Object.fromEntries(
    names.filter((name) => !isSame(stored?.[name], data[name])).map((name) => [name, data[name]]),
  );
}

const outOfRange = ({ min, max }: { min: number; max: number }): string =>
  t('settings.outOfRange', { min: formatNumber(min), max: formatNumber(max) });

function wordsOf(faults: Faults, values: ShiftValues): Partial<Record<keyof ShiftValues, string>> {
  const text = (name: string, fault: string): string => {
    if (fault === 'first') return t('rules.dayNeeded');
    if (fault === 'long') return outOfRange({ min: 1, max: longestTarget(values) });
    if (fault !== 'range') return t(`shifts.fault.${fault as 'time'}`);
    return outOfRange(limits[name as 'inBefore']);
  };
  return Object.fromEntries(Object.entries(faults).map(([name, fault]) => [name, text(name, fault)]));
}
