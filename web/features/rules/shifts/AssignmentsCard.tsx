import { type Shift, type ShiftAssignment, unassignShift } from '@gen/rules.ts';
import { useState } from 'react';
import { type GroupNames, groupText } from '../../../lib/groupNames.ts';
import { formatNumber, t } from '../../../lib/i18n.ts';
import { shiftText } from '../../../lib/shiftNames.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { askToDelete } from '../askToDelete.tsx';
import { RuleList, type RuleRow } from '../RuleList.tsx';
import { AssignDialog } from './AssignDialog.tsx';
import { ShiftBar } from './ShiftBars.tsx';
import { countingOn } from './shiftTimes.ts';
import { namesOfShifts, termText } from './shiftWords.ts';

export interface AssignmentsCardProps {
  title: string;
  help: string;
  /** Said where there are none. */
  none: { readonly title: string; readonly text: string };
  rows: readonly ShiftAssignment[];
  shifts: readonly Shift[];
  /** Whose they are; left out: those of groups. */
  userid?: number | undefined;
  groups: GroupNames;
  today: string;
  mayWrite: boolean;
  refresh: () => Promise<void>;
}

/** Which shifts a user or the groups have, and when. */
export function AssignmentsCard(props: AssignmentsCardProps) {
  const { title, help, none, rows, shifts, userid, today, mayWrite, refresh } = props;
  const [editing, setEditing] = useState<Partial<ShiftAssignment> | null>(null);
  const [all, setAll] = useState(false);
  const shown = all ? rows : glance(rows, today);
  const add = mayWrite && shifts.length > 0 && (
    <Button icon="plus" onClick={() => setEditing({})}>
      {t('shifts.assign')}
    </Button>
  );
  return (
    <Card
      title={title}
      help={help}
      flush
      footer={
        rows.length > 0 && (
          <>
            {shown.length < rows.length && (
              <Button icon="chevronDown" onClick={() => setAll(true)}>
                {t('shifts.showAll', { count: formatNumber(rows.length) })}
              </Button>
            )}
            {add}
          </>
        )
      }
    >
      {rows.length === 0 ? (
        <EmptyState icon="users" {...none} action={add} />
      ) : (
        <RuleList label={title} rows={shown.map((row) => rowOf(row, props, setEditing))} />
      )}
      {editing && (
        <AssignDialog
          stored={editing}
          userid={userid}
          groups={props.groups}
          shifts={shifts}
          today={today}
          refresh={refresh}
          onClose={() => setEditing(null)}
        />
      )}
    </Card>
  );
}

/** Rows that are shown at first. */
const MOST = 20;

/** Of a long plan the days from today on. */
function glance(rows: readonly ShiftAssignment[], today: string): readonly ShiftAssignment[] {
  return rows.length <= MOST ? rows : rows.filter(({ to }) => to === '' || to >= today).slice(0, MOST);
}

function rowOf(
  row: ShiftAssignment,
  { rows, shifts, userid, groups, today, mayWrite, refresh }: AssignmentsCardProps,
  edit: (row: ShiftAssignment) => void,
): RuleRow {
  const name = shiftText(row.shift, namesOfShifts(shifts));
  const shift = shifts.find(({ number }) => number === row.shift);
  const own = rows.filter(({ group }) => group === row.group);
  const mayEnd = (row.from === '' || row.from <= today) && (row.to === '' || row.to > today);
  return {
    id: row.id,
    number: userid === undefined ? row.group : undefined,
    name: userid === undefined ? groupText(row.group, groups) : name,
    tag: countingOn(today, own, shifts).includes(row) && <Tag tone="info">{t('shifts.today')}</Tag>,
    picture: shift && <ShiftBar shift={shift} />,
    more: userid === undefined ? t('shifts.more', { hours: name, days: termText(row) }) : termText(row),
    onEdit: mayWrite ? () => edit(row) : undefined,
    also: mayEnd ? [{ label: t('shifts.end'), icon: 'clock', onSelect: () => edit({ ...row, to: today }) }] : undefined,
    onDelete: () =>
      void askToDelete({
        title: t('shifts.unassign', { shift: name }),
        text: t('shifts.unassignText'),
        del: () => unassignShift({ id: row.id }),
        refresh,
      }),
  };
}
