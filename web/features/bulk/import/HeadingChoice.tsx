import type { BulkLookReply, BulkLookRequest } from '@gen/bulk.ts';
import { useId, useState } from 'react';
import { t } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import { headRows, isHeading } from './columns.ts';
import type { TableKind } from './upload.ts';

export interface HeadingChoiceProps {
  table: TableKind;
  look: BulkLookReply;
  onChange: (answer: BulkLookRequest) => void;
}

const NO_HEADING = {
  users: 'bulk.headingNone',
  punches: 'bulk.headingNonePunch',
  roster: 'bulk.headingNoneRoster',
} as const satisfies Record<TableKind, string>;

/** The first rows of the table: which of them has the column names, or none. */
export function HeadingChoice({ table, look, onChange }: HeadingChoiceProps) {
  const name = useId();
  const [all, setAll] = useState(false);
  const rows = headRows(look, all);
  return (
    <fieldset className="bulk-heads" aria-describedby={`${name}-hint`}>
      <legend className="field-label">{t('bulk.heading')}</legend>
      <p id={`${name}-hint`} className="muted">
        {t('bulk.headingHint')}
      </p>
      <div className="bulk-heads-rows">
        {rows.map(({ line, cells }) => (
          <label key={line} className="bulk-head" data-heading={isHeading(look, line) ? '' : undefined}>
            <input
              type="radio"
              name={name}
              checked={look.headingLine === line}
              onChange={() => onChange({ heading: true, headingLine: line })}
            />
            <span className="bulk-line">{line}</span>
            <span className="bulk-head-cells">
              {cells.map((text, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a cell is what stands at its place.
                <bdi key={at} className="bulk-cell">
                  {text}
                </bdi>
              ))}
            </span>
          </label>
        ))}
        <label className="bulk-head">
          <input type="radio" name={name} checked={!look.heading} onChange={() => onChange({ heading: false })} />
          <span>{t(NO_HEADING[table])}</span>
        </label>
      </div>
      {rows.length < look.first.length && (
        <Button icon="chevronDown" onClick={() => setAll(true)}>
          {t('bulk.headingMore')}
        </Button>
      )}
    </fieldset>
  );
}
