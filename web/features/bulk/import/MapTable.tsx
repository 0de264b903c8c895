import type { BulkField, BulkLookReply } from '@gen/bulk.ts';
import { type DragEvent, useState } from 'react';
import { t } from '../../../lib/i18n.ts';
import { usePhone } from '../../../lib/media.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { fieldText } from '../words.ts';
import { assign, type Columns, fieldsOf, freeFields } from './columns.ts';
import type { TableKind } from './upload.ts';

export interface MapTableProps {
  table: TableKind;
  look: BulkLookReply;
  columns: Columns;
  onChange: (columns: BulkField[]) => void;
}

/** Cells of a column on a phone's card. */
const GLANCE = 3;

/**
 * Sample rows, with what each column gives above it: chosen there, or dragged onto it from the fields that are left. On
 * a phone a card a column.
 */
export function MapTable(props: MapTableProps) {
  return usePhone() ? <MapCards {...props} /> : <WideTable {...props} />;
}

/** What a column is called: its heading, or its number. */
export function columnName({ columns }: Pick<BulkLookReply, 'columns'>, at: number): string {
  return columns[at]?.heading || t('bulk.columnNumber', { number: at + 1 });
}

/** The first cells that are not empty; the last of them gives way to one that shows whether the encoding is right. */
export function glance(cells: readonly string[]): string[] {
  const filled = cells.filter((text) => text !== '');
  const first = filled.slice(0, GLANCE);
  const telling = filled.find((text) => /[^\p{ASCII}]/u.test(text));
  if (telling === undefined || first.includes(telling)) return first;
  return [...first.slice(0, GLANCE - 1), telling];
}

function FieldSelect({ table, look, columns, onChange, at }: MapTableProps & { at: number }) {
  const fields = fieldsOf(table);
  const now = columns[at] ?? 'none';
  return (
    <span className="box box-select bulk-select" data-set={now === 'none' ? undefined : ''}>
      <select
        className="box-input"
        aria-label={t('bulk.givesOf', { column: columnName(look, at) })}
        value={now}
        onChange={(event) => {
          const wanted = event.currentTarget.value;
          onChange(assign(columns, at, fields.find((field) => field === wanted) ?? 'none'));
        }}
      >
        <option value="none">{fieldText('none')}</option>
        {fields.map((field) => (
          <option key={field} value={field}>
            {fieldText(field)}
          </option>
        ))}
      </select>
      <Icon name="chevronDown" className="box-chevron" size={16} />
    </span>
  );
}

function WideTable(props: MapTableProps) {
  const { table, look, columns, onChange } = props;
  const [over, setOver] = useState<number | null>(null);
  const take = (at: number) => (event: DragEvent) => {
    event.preventDefault();
    setOver(null);
    const dragged = event.dataTransfer?.getData('text/plain');
    const field = fieldsOf(table).find((one) => one === dragged);
    if (field) onChange(assign(columns, at, field));
  };
  const hover = (at: number | null) => (event: DragEvent) => {
    event.preventDefault();
    setOver(at);
  };
  return (
    <>
      <FieldChips columns={columns} table={table} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys. */}
      <section className="bulk-scroll" aria-label={t('bulk.sample')} tabIndex={0}>
        <table className="table bulk-map">
          <thead>
            <tr>
              <td className="bulk-line" />
              {look.columns.map((_, at) => (
                <th
                  // biome-ignore lint/suspicious/noArrayIndexKey: a column is what stands at its place.
                  key={at}
                  scope="col"
                  data-over={over === at ? '' : undefined}
                  onDragOver={hover(at)}
                  onDragLeave={hover(null)}
                  onDrop={take(at)}
                >
                  <FieldSelect {...props} at={at} />
                  <bdi className="bulk-heading">{columnName(look, at)}</bdi>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {look.sample.map(({ line, cells }) => (
              <tr key={line}>
                <th scope="row" className="bulk-line">
                  {line}
                </th>
                {look.columns.map((_, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a cell is what stands at its place.
                  <td key={at} data-off={(columns[at] ?? 'none') === 'none' ? '' : undefined}>
                    <bdi className="bulk-cell">{cells[at] ?? ''}</bdi>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}

/** What no column gives yet, to be dragged with a pointer; the selects do the same for everybody. */
function FieldChips({ columns, table }: Pick<MapTableProps, 'columns' | 'table'>) {
  const free = freeFields(columns, table);
  if (free.length === 0) return null;
  return (
    <div className="bulk-chips" aria-hidden="true">
      <span className="muted">{t('bulk.drag')}</span>
      {free.map((field) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: a pointer's short cut; the selects do the same for everybody.
        <span
          key={field}
          className="chip bulk-chip"
          draggable
          onDragStart={(event) => event.dataTransfer?.setData('text/plain', field)}
        >
          {fieldText(field)}
        </span>
      ))}
    </div>
  );
}

function MapCards(props: MapTableProps) {
  const { look } = props;
  return (
    <ul className="bulk-map-cards" aria-label={t('bulk.sample')}>
      {look.columns.map((_, at) => {
        const seen = glance(look.sample.map(({ cells }) => cells[at] ?? ''));
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is what stands at its place.
          <li key={at}>
            <bdi className="bulk-heading">{columnName(look, at)}</bdi>
            <FieldSelect {...props} at={at} />
            <span className="muted">
              {seen.map((text, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file that does not change.
                <bdi key={index} className="bulk-cell">
                  {text}
                </bdi>
              ))}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
