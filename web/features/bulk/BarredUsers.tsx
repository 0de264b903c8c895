import { type BarredUsers as Barred, type BarredUser, bulkBarred } from '@gen/bulk.ts';
import { useState } from 'react';
import useSWR from 'swr';
import { type GroupNames, groupText, useGroupNames } from '../../lib/groupNames.ts';
import { formatNumber, t } from '../../lib/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';

let visits = 0;

/**
 * Who could not enter once it is written, and why: a warning, before it is written. Nothing while there is nobody. `onAgain`: checks again,
 * for instance when a group got its hours meanwhile.
 */
export function BarredUsers({ onAgain }: { onAgain?: (() => void) | undefined }) {
  const [visit] = useState(() => ++visits);
  const { data } = useSWR(['bulkBarred', visit], () => bulkBarred({ handles: () => true }), {
    revalidateOnFocus: false,
  });
  const names = useGroupNames();
  const { reasons, people } = data ?? { reasons: [], people: [] };
  const count = reasons.reduce((sum, { rows }) => sum + rows, 0);
  if (count === 0) return null;
  return (
    <Notice tone="warn" title={t('bulk.barred', { count })}>
      {t('bulk.barredHelp')}
      <ul className="bulk-barred">
        {reasons.map((reason) => (
          <Reason
            key={`${reason.obstacle} ${reason.group}`}
            reason={reason}
            people={people.filter(({ obstacle, group }) => obstacle === reason.obstacle && group === reason.group)}
            names={names}
          />
        ))}
      </ul>
      {onAgain && (
        <div className="bulk-actions">
          <Button icon="check" onClick={onAgain}>
            {t('bulk.checkAgain')}
          </Button>
        </div>
      )}
    </Notice>
  );
}

interface ReasonProps {
  reason: Barred;
  /** The first ones. */
  people: readonly BarredUser[];
  names: GroupNames;
}

function Reason({ reason: { obstacle, group, rows }, people, names }: ReasonProps) {
  const more = rows - people.length;
  return (
    <li>
      <strong>{formatNumber(rows)}</strong>
      <span>
        {t(`bulk.barredWhy.${obstacle}`, { group: groupText(group, names), number: group })}
        <span className="bulk-barred-people muted">
          {people.map((person) => (
            <Person key={`${person.line} ${person.userid}`} person={person} />
          ))}
          {more > 0 && <span>{t('bulk.barredMore', { count: more })}</span>}
        </span>
      </span>
    </li>
  );
}

/** "Line 14: 1014 Ada Lovelace"; of a change of many there is no line. */
function Person({ person: { line, userid, name } }: { person: BarredUser }) {
  const who = `${userid} ${name}`.trim();
  return <bdi>{line > 0 ? t('bulk.barredLine', { line: formatNumber(line), who }) : who}</bdi>;
}
