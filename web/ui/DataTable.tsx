import type { ReactNode } from 'react';
import { t } from '../lib/i18n.ts';
import { usePhone } from '../lib/media.ts';
import { Icon } from './Icon.tsx';
import { SelectBox, type Selection, SelectPageBox } from './SelectBox.tsx';

export type Order = 'asc' | 'desc';

export interface Column<Row, Sort extends string> {
  key: string;
  header: string;
  /** The heading is read out but not shown. */
  hideHeader?: boolean;
  /** Figures are aligned at the end. */
  align?: 'end';
  /** Order of hiding when the table is narrow: 0 goes first. */
  drop?: 0 | 1 | 2 | 3 | 4;
  /** Takes the remaining width, and truncates its content. */
  grow?: boolean;
  /** The heading is a button that sorts by this key on the server. */
  sort?: Sort;
  cell: (row: Row) => ReactNode;
}

export interface DataTableProps<Row, Sort extends string> {
  /** Content of the list, for screen readers. */
  label: string;
  columns: readonly Column<Row, Sort>[];
  rows: readonly Row[];
  rowId: (row: Row) => number;
  /** Name of a row, for its check box. */
  rowName: (row: Row) => string;
  /** The two lines of a row on a phone. */
  card: (row: Row) => ReactNode;
  /** Menu of a row. */
  actions?: ((row: Row) => ReactNode) | undefined;
  /** Omitted if there are no actions for several rows. */
  selection?: Selection | undefined;
  /** Omitted if rows have a fixed order. */
  sort?: { by: Sort; order: Order; onSort: (by: Sort) => void } | undefined;
  /** Rows of minimum height; not in a list of cards. */
  compact?: boolean | undefined;
  /** Other rows are being loaded: the current ones are shown paler until then. */
  busy?: boolean;
  /** Draws this number of placeholder rows instead. */
  skeleton?: number | undefined;
}

/** Rows of a list: a table with a sticky heading, under 850 px a list of two-line cards. Sorting and paging are the caller's. */
export function DataTable<Row, Sort extends string>(props: DataTableProps<Row, Sort>) {
  const phone = usePhone();
  if (phone) return <Cards {...props} />;
  const { columns, rows, rowId, rowName, actions, selection, skeleton } = props;
  return (
    <table
      className={props.compact ? 'table table-compact' : 'table'}
      aria-label={props.label}
      aria-busy={props.busy || skeleton !== undefined || undefined}
    >
      <thead>
        <tr>
          {selection && (
            <th className="table-select" scope="col">
              <SelectPageBox selection={selection} ids={rows.map(rowId)} />
            </th>
          )}
          {columns.map((column) => (
            <Heading key={column.key} column={column} sort={props.sort} />
          ))}
          {actions && (
            <th className="table-actions" scope="col">
              <span className="visually-hidden">{t('ui.actions')}</span>
            </th>
          )}
        </tr>
      </thead>
      {skeleton === undefined ? (
        <tbody>
          {rows.map((row) => (
            <tr key={rowId(row)} className={selection?.selected.has(rowId(row)) ? 'table-selected' : undefined}>
              {selection && (
                <td className="table-select">
                  <SelectBox selection={selection} id={rowId(row)} name={rowName(row)} />
                </td>
              )}
              {columns.map((column) => (
                <td key={column.key} className={columnClass(column)}>
                  {column.cell(row)}
                </td>
              ))}
              {actions && <td className="table-actions">{actions(row)}</td>}
            </tr>
          ))}
        </tbody>
      ) : (
        <SkeletonRows lines={skeleton} cells={columns.length + (selection ? 1 : 0) + (actions ? 1 : 0)} />
      )}
    </table>
  );
}

function columnClass<Row, Sort extends string>({ align, drop, grow }: Column<Row, Sort>): string | undefined {
  const names = [align && `table-${align}`, drop !== undefined && `table-drop-${drop}`, grow && 'table-grow'];
  return names.filter(Boolean).join(' ') || undefined;
}

function Heading<Row, Sort extends string>(props: {
  column: Column<Row, Sort>;
  sort: DataTableProps<Row, Sort>['sort'];
}) {
  const { header, hideHeader, sort: key } = props.column;
  const text = <span className={hideHeader ? 'visually-hidden' : undefined}>{header}</span>;
  const className = columnClass(props.column);
  if (key === undefined || props.sort === undefined) {
    return (
      <th scope="col" className={className}>
        {text}
      </th>
    );
  }
  const { by, order, onSort } = props.sort;
  const active = by === key;
  return (
    <th
      scope="col"
      className={className}
      aria-sort={active ? (order === 'asc' ? 'ascending' : 'descending') : undefined}
    >
      <button type="button" className="table-sort" data-active={active ? '' : undefined} onClick={() => onSort(key)}>
        {text}
        <Icon name={active && order === 'desc' ? 'arrowDown' : 'arrowUp'} size={14} />
      </button>
    </th>
  );
}

function Cards<Row, Sort extends string>(props: DataTableProps<Row, Sort>) {
  const { rows, rowId, rowName, selection, actions, card, skeleton } = props;
  if (skeleton !== undefined) {
    return (
      <div className="cards" aria-busy="true">
        {[...Array(skeleton).keys()].map((line) => (
          <div key={line} className="cards-row" aria-hidden="true">
            <span className="grey grey-round" />
            <span className="grey grey-lines" />
          </div>
        ))}
      </div>
    );
  }
  return (
    <ul
      className="cards"
      aria-label={props.label}
      aria-busy={props.busy || undefined}
      data-selecting={selection?.selecting ? '' : undefined}
    >
      {rows.map((row) => (
        <li key={rowId(row)} className={selection?.selected.has(rowId(row)) ? 'cards-row table-selected' : 'cards-row'}>
          {selection && <SelectBox selection={selection} id={rowId(row)} name={rowName(row)} />}
          <div className="cards-body">{card(row)}</div>
          {actions?.(row)}
        </li>
      ))}
    </ul>
  );
}

/** Lengths that look like words; the same in every render, so that nothing flickers. */
const WIDTHS = ['72%', '54%', '64%', '46%', '58%'];

function SkeletonRows({ lines, cells }: { lines: number; cells: number }) {
  return (
    <tbody aria-hidden="true">
      {[...Array(lines).keys()].map((line) => (
        <tr key={line}>
          {[...Array(cells).keys()].map((cell) => (
            <td key={cell}>
              <span className="grey" style={{ inlineSize: WIDTHS[(line + cell * 2) % WIDTHS.length] }} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}
