import { getUniversalGroup, type PeriodGroup, type SetUniversalGroupReply } from '@gen/rules.ts';
import { t } from '../../../lib/i18n.ts';
import { Beside } from '../../../ui/Beside.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import { FieldError } from '../../../ui/Field.tsx';
import { WeekBars, WeekPicture } from '../../../ui/WeekBars.tsx';
import { useInForce, usePeriods } from '../data.ts';
import { NoPeriods } from '../groups/WorkGroupPage.tsx';
import { RuleForm } from '../RuleForm.tsx';
import { RulePage } from '../RulePage.tsx';
import { useRuleForm } from '../useRuleForm.ts';
import { weeksOfPeriods } from './weeks.ts';

const TITLES = { alwaysOpen: 'page.alwaysOpen', alwaysClosed: 'page.alwaysClose' } as const;

/** The period groups of a page, by their effect on the door. */
type DoorKind = 'alwaysOpen' | 'alwaysClosed';

/** /AccSetting/alwaysOpen: when the door is always open. */
export function AlwaysOpenPage() {
  return <DoorPeriodsPage which="alwaysOpen" />;
}

/** /AccSetting/alwaysClose: when access is always denied. */
export function AlwaysClosePage() {
  return <DoorPeriodsPage which="alwaysClosed" />;
}

function DoorPeriodsPage({ which }: { which: DoorKind }) {
  const periods = usePeriods();
  const inForce = useInForce();
  const title = t(TITLES[which]);
  const intro = t(`rules.${which}Intro`);
  return (
    <RulePage title={title} intro={intro} group="AccSetting" reads={[periods, inForce]}>
      {(mayWrite) => {
        const own = (periods.data?.groups ?? []).filter(({ kind }) => kind === which);
        if (own.length === 0) return <NoPeriods title={title} intro={intro} />;
        return (
          <DoorForm
            which={which}
            stored={inForce.data as SetUniversalGroupReply}
            periods={own}
            mayWrite={mayWrite}
            refresh={inForce.refresh}
          />
        );
      }}
    </RulePage>
  );
}

interface DoorFormProps {
  which: DoorKind;
  stored: SetUniversalGroupReply;
  periods: readonly PeriodGroup[];
  mayWrite: boolean;
  refresh: () => Promise<void>;
}

function DoorForm({ which, stored, periods, mayWrite, refresh }: DoorFormProps) {
  const title = t(TITLES[which]);
  const form = useRuleForm<{ chosen: readonly number[] }>({
    start: { chosen: stored[which] },
    isSame: (_, a, b) => differs(a.chosen, b.chosen) === 0,
    placeOf: ({ code }) => (code === 0 ? '' : 'chosen'),
    mayWrite,
    refresh,
    send: async ({ chosen }, options) => {
      await getUniversalGroup({ [which]: [...chosen], revision: stored.revision }, options);
      await refresh();
    },
    onSaved: () => form.discard(),
  });
  const { chosen } = form.values;
  const { error } = form.field('chosen');
  const set = (number: number, on: boolean) =>
    form.set({
      chosen: [...chosen.filter((one) => one !== number), ...(on ? [number] : [])].toSorted((a, b) => a - b),
    });
  return (
    <RuleForm
      title={title}
      intro={t(`rules.${which}Intro`)}
      form={form}
      count={differs(stored[which], chosen)}
      guard={form.guard}
      mayWrite={mayWrite}
    >
      <Beside
        result={
          <Card title={t('rules.result')} help={t(`rules.${which}Result`)}>
            <WeekBars label={t('rules.result')} weeks={weeksOfPeriods(chosen, periods)} />
          </Card>
        }
      >
        <Card title={t('rules.inForce')} help={t(`rules.${which}Help`)}>
          <ul className="rule-choices">
            {periods.map((period) => (
              <li key={period.number}>
                <Checkbox
                  name="chosen"
                  label={period.name}
                  checked={chosen.includes(period.number)}
                  disabled={!mayWrite}
                  onChange={(on) => set(period.number, on)}
                />
                <WeekPicture label={period.name} weeks={[period.periods]} />
              </li>
            ))}
          </ul>
          <FieldError id="chosen-error" error={error} />
        </Card>
        <Card title={t('rules.precedence')}>
          <ol className="rule-precedence">
            <li>{t('rules.precedence.fire')}</li>
            <li>{t('rules.precedence.closed')}</li>
            <li>{t('rules.precedence.open')}</li>
            <li>{t('rules.precedence.people')}</li>
          </ol>
        </Card>
      </Beside>
    </RuleForm>
  );
}

/** Number of elements that are only in one of the lists. */
function differs(a: readonly number[], b: readonly number[]): number {
  return a.filter((one) => !b.includes(one)).length + b.filter((one) => !a.includes(one)).length;
}
