import { type BulkLookReply, type BulkLookRequest, delimiterWords, textEncodingWords } from '@gen/bulk.ts';
import { t } from '../../../lib/i18n.ts';
import { Card } from '../../../ui/Card.tsx';
import { Select } from '../../../ui/Select.tsx';
import { encodingText } from '../words.ts';
import { HeadingChoice } from './HeadingChoice.tsx';
import type { TableKind } from './upload.ts';

export interface LookOptionsProps {
  table: TableKind;
  look: BulkLookReply;
  onChange: (answer: BulkLookRequest) => void;
}

/** What the terminal took the file for; each of it can be said otherwise, and it is looked at again. */
export function LookOptions({ table, look, onChange }: LookOptionsProps) {
  return (
    <Card title={t('bulk.lookTitle')} help={look.format === 'csv' ? t('bulk.lookCsv') : t('bulk.lookXlsx')}>
      {look.format === 'csv' ? (
        <div className="pair">
          <Select
            name="encoding"
            label={t('bulk.encoding')}
            value={look.encoding}
            options={textEncodingWords.map((value) => ({ value, label: encodingText(value) }))}
            hint={look.sure ? t('bulk.encodingSure') : t('bulk.encodingGuess')}
            onChange={(encoding) => onChange({ encoding })}
          />
          <Select
            name="delimiter"
            label={t('bulk.delimiter')}
            value={look.delimiter}
            options={delimiterWords.map((value) => ({ value, label: t(`bulk.delimiter.${value}`) }))}
            onChange={(delimiter) => onChange({ delimiter })}
          />
        </div>
      ) : (
        look.sheets.length > 1 && (
          <Select
            name="sheet"
            label={t('bulk.sheet')}
            value={String(look.sheet)}
            options={look.sheets.map((name, at) => ({ value: String(at), label: name }))}
            hint={t('bulk.sheetHint')}
            onChange={(sheet) => onChange({ sheet: Number(sheet) })}
          />
        )
      )}
      {look.first.length > 0 && <HeadingChoice table={table} look={look} onChange={onChange} />}
    </Card>
  );
}
