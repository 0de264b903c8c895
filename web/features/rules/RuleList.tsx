import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { t } from '../../lib/i18n.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Menu, type MenuItem } from '../../ui/Menu.tsx';

export interface RuleRow {
  /** Key of the row if numbers are not unique or missing. */
  id?: number | undefined;
  number?: number | undefined;
  name: string;
  /** Target of its name. */
  to?: string | undefined;
  /** Content beside the name. */
  tag?: ReactNode;
  /** Content below it. */
  more: ReactNode;
  picture?: ReactNode;
  /** Opens it; omitted if it cannot be changed. */
  onEdit?: (() => void) | undefined;
  /** Other actions. */
  also?: readonly MenuItem[] | undefined;
  onDelete?: (() => void) | undefined;
}

/** Rows of rule objects: a number, a name and their use. */
export function RuleList({ label, rows }: { label: string; rows: readonly RuleRow[] }) {
  return (
    <ul className="rule-list" aria-label={label}>
      {rows.map((row) => (
        <li key={row.id ?? row.number} className="rule-row">
          {row.number !== undefined && (
            <span className="rule-number" aria-hidden="true">
              {row.number}
            </span>
          )}
          {row.picture}
          <span className="rule-text">
            <span className="rule-head">
              {row.to === undefined ? (
                <bdi className="rule-name">{row.name}</bdi>
              ) : (
                <Link to={row.to} className="rule-name">
                  <bdi>{row.name}</bdi>
                </Link>
              )}
              {row.tag}
            </span>
            <span className="rule-more">{row.more}</span>
          </span>
          {row.onEdit && (
            <Menu
              label={t('users.actionsOf', { name: row.name })}
              trigger={<Icon name="more" />}
              groups={[
                [{ label: t('users.edit'), icon: 'pencil', onSelect: row.onEdit }, ...(row.also ?? [])],
                ...(row.onDelete
                  ? [[{ label: t('users.delete'), icon: 'trash' as const, danger: true, onSelect: row.onDelete }]]
                  : []),
              ]}
            />
          )}
        </li>
      ))}
    </ul>
  );
}
