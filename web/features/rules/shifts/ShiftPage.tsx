import { assignShiftLimits, delShift, shiftLimits as limits, type SetShiftsInfoReply, type Shift } from '@gen/rules.ts';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { useGroupNames } from '../../../lib/groupNames.ts';
import { formatNumber, t } from '../../../lib/i18n.ts';
import { usePower } from '../../../lib/power.ts';
import { shiftText } from '../../../lib/shiftNames.ts';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { Card } from '../../../ui/Card.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { askToDelete } from '../askToDelete.tsx';
import { useShifts } from '../data.ts';
import { freeNumber } from '../hours/weeks.ts';
import { MostLine } from '../MostLine.tsx';
import { RuleList } from '../RuleList.tsx';
import { RulePage } from '../RulePage.tsx';
import { RuleUsers } from '../RuleUsers.tsx';
import { AssignmentsCard } from './AssignmentsCard.tsx';
import { ShiftBar } from './ShiftBars.tsx';
import { ShiftForm } from './ShiftForm.tsx';
import { NEW_SHIFT, type ShiftData } from './shiftTimes.ts';
import { daysText, hoursText, namesOfShifts } from './shiftWords.ts';
import { UserShiftsPage } from './UserShiftsPage.tsx';

const PATH = '/advSetting/shifts';

/** A number of the address; undefined where it is none. */
function numberIn(params: URLSearchParams, name: string, { min, max }: { min: number; max: number }) {
  const number = Number(params.get(name));
  return Number.isInteger(number) && number >= min && number <= max ? number : undefined;
}

/** /advSetting/shifts: the shifts, and those of the groups; with ?number=… one of them, with ?user=… those of a user. */
export function ShiftPage() {
  const [params] = useSearchParams();
  const userid = numberIn(params, 'user', assignShiftLimits.userid);
  const number = numberIn(params, 'number', limits.number);
  if (userid !== undefined) return <UserShiftsPage key={userid} userid={userid} back={PATH} />;
  return <AllShifts number={number} from={numberIn(params, 'from', limits.number)} />;
}

/** `from`: the one that a new one is a copy of. */
function AllShifts({ number, from }: { number: number | undefined; from: number | undefined }) {
  const shifts = useShifts();
  return (
    <RulePage title={t('page.shifts')} intro={t('shifts.intro')} group="advSetting" reads={[shifts]}>
      {(mayWrite) => {
        const data = shifts.data as SetShiftsInfoReply;
        if (number === undefined) return <ShiftList data={data} mayWrite={mayWrite} refresh={shifts.refresh} />;
        const free = freeNumber(data.shifts, limits.number);
        return (
          <ShiftForm
            key={`${number} ${from}`}
            number={number}
            stored={data.shifts.find((shift) => shift.number === number)}
            initial={initialOf(
              number,
              data.shifts.find((shift) => shift.number === from),
            )}
            mayWrite={mayWrite}
            refresh={shifts.refresh}
            back={PATH}
            copyPath={free === undefined ? undefined : `${PATH}?number=${free}&from=${number}`}
          />
        );
      }}
    </RulePage>
  );
}

/** A new one has a colour of its own; a copy "2" behind its name. */
function initialOf(number: number, of: Shift | undefined): ShiftData {
  const { number: _, revision: __, ...data } = { number, revision: 0, ...NEW_SHIFT, ...of };
  const name =
    data.name === ''
      ? ''
      : `${Array.from(data.name)
          .slice(0, limits.name.max - 2)
          .join('')} 2`;
  return { ...data, name, colour: ((number - 1) % limits.colour.max) + 1 };
}

interface ShiftListProps {
  data: SetShiftsInfoReply;
  mayWrite: boolean;
  refresh: () => Promise<void>;
}

/** The way to a roster of a file, for accounts that may import one. */
function ImportRoster() {
  if (usePower('user')?.write !== true) return null;
  return (
    <ButtonLink to="/user/import?table=roster" icon="upload">
      {t('bulk.importRoster')}
    </ButtonLink>
  );
}

function ShiftList({ data, mayWrite, refresh }: ShiftListProps) {
  const navigate = useNavigate();
  const groups = useGroupNames();
  const { shifts } = data;
  const names = namesOfShifts(shifts);
  const free = freeNumber(shifts, limits.number);
  const pathOf = (number: number) => `${PATH}?number=${number}`;
  const add = mayWrite && free !== undefined && (
    <ButtonLink to={pathOf(free)} icon="plus" tone="primary">
      {t('shifts.add')}
    </ButtonLink>
  );
  return (
    <div className="form-stack">
      <PageHeader
        title={t('page.shifts')}
        count={formatNumber(shifts.length)}
        description={t('shifts.intro')}
        actions={shifts.length > 0 && mayWrite && <ImportRoster />}
      />
      {!mayWrite && <Notice tone="info">{t('settings.readOnly')}</Notice>}
      <Card flush footer={shifts.length > 0 && <MostLine add={add} count={shifts.length} most={limits.number.max} />}>
        {mayWrite && free === undefined && <Notice tone="warn">{t('rules.limit')}</Notice>}
        {shifts.length === 0 ? (
          <EmptyState icon="clock" title={t('shifts.none')} text={t('shifts.noneText')} action={add} />
        ) : (
          <RuleList
            label={t('page.shifts')}
            rows={shifts.map((shift) => {
              const { users, assigned } = usesOf(shift.number, data);
              return {
                number: shift.number,
                name: shiftText(shift.number, names),
                to: pathOf(shift.number),
                picture: <ShiftBar shift={shift} />,
                more: (
                  <>
                    {t('shifts.more', { hours: hoursText(shift), days: daysText(shift) })}
                    <span className="shift-uses">
                      <RuleUsers of="shift" number={shift.number} users={users} />
                      {t('shifts.assigned', { count: assigned })}
                    </span>
                  </>
                ),
                onEdit: mayWrite ? () => navigate(pathOf(shift.number)) : undefined,
                onDelete: () => void askDelete(shift, data, refresh),
              };
            })}
          />
        )}
      </Card>
      {shifts.length > 0 && (
        <AssignmentsCard
          title={t('shifts.groups')}
          help={t('shifts.groupsHelp')}
          none={{ title: t('shifts.noGroups'), text: t('shifts.noGroupsText') }}
          rows={data.groups}
          shifts={shifts}
          groups={groups}
          today={data.today}
          mayWrite={mayWrite}
          refresh={refresh}
        />
      )}
    </div>
  );
}

function usesOf(number: number, { uses }: SetShiftsInfoReply) {
  return uses.find((one) => one.number === number) ?? { users: 0, assigned: 0 };
}

function askDelete({ number, name }: Shift, data: SetShiftsInfoReply, refresh: () => Promise<void>) {
  const { users, assigned } = usesOf(number, data);
  const lost = [
    ...(users > 0 ? [t('shifts.deleteUsers', { users: t('rules.users', { count: users }) })] : []),
    ...(assigned > 0 ? [t('shifts.deleteAssigned', { assigned: t('shifts.assigned', { count: assigned }) })] : []),
  ];
  const isUsed = lost.length > 0;
  return askToDelete({
    title: t('shifts.delete', { name: shiftText(number, new Map([[number, name]])) }),
    text: isUsed ? [...lost, t('shifts.deletePast')].join(' ') : t('rules.deleteUnused'),
    del: () => delShift({ number, ...(isUsed ? { sure: true } : {}) }),
    refresh,
  });
}
