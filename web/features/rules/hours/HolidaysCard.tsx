import { delHoliday, type Holiday, holidayLimits as limits } from '@gen/rules.ts';
import { useState } from 'react';
import { t } from '../../../lib/i18n.ts';
import { planText } from '../../../lib/weekText.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { askToDelete } from '../askToDelete.tsx';
import { MostLine } from '../MostLine.tsx';
import { RuleList } from '../RuleList.tsx';
import { holidayDays } from '../words.ts';
import { HolidayDialog } from './HolidayDialog.tsx';
import { HolidayYear } from './HolidayYear.tsx';

export interface HolidaysCardProps {
  holidays: readonly Holiday[];
  mayWrite: boolean;
  refresh: () => Promise<void>;
}

/** Holidays: days with another schedule. */
export function HolidaysCard({ holidays, mayWrite, refresh }: HolidaysCardProps) {
  const [editing, setEditing] = useState<Holiday | 'new' | null>(null);
  const isFull = holidays.length >= limits.number.max;
  const add = mayWrite && !isFull && (
    <Button icon="plus" onClick={() => setEditing('new')}>
      {t('rules.addHoliday')}
    </Button>
  );
  return (
    <Card
      title={t('rules.holidays')}
      help={t('rules.holidaysHelp')}
      flush
      footer={holidays.length > 0 && <MostLine add={add} count={holidays.length} most={limits.number.max} />}
    >
      {mayWrite && isFull && <Notice tone="warn">{t('rules.limit')}</Notice>}
      {holidays.length === 0 ? (
        <EmptyState icon="sun" title={t('rules.noHolidays')} text={t('rules.noHolidaysText')} action={add} />
      ) : (
        <>
          <HolidayYear holidays={holidays} onEdit={mayWrite ? setEditing : undefined} />
          <RuleList
            label={t('rules.holidays')}
            rows={holidays.map((holiday) => ({
              number: holiday.number,
              name: holiday.name,
              tag: holiday.yearly && <Tag>{t('rules.everyYear')}</Tag>,
              more: t('rules.holidayMore', { days: holidayDays(holiday), plan: planText(holiday.plan) }),
              onEdit: mayWrite ? () => setEditing(holiday) : undefined,
              onDelete: () => void askDelete(holiday, refresh),
            }))}
          />
        </>
      )}
      {editing && (
        <HolidayDialog
          stored={editing === 'new' ? undefined : editing}
          refresh={refresh}
          onClose={() => setEditing(null)}
        />
      )}
    </Card>
  );
}

function askDelete({ number, name }: Holiday, refresh: () => Promise<void>) {
  return askToDelete({
    title: t('rules.deleteHoliday', { name }),
    text: t('rules.deleteHolidayText'),
    del: () => delHoliday({ numbers: [number] }),
    refresh,
  });
}
