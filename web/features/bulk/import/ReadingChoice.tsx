import {
  type BulkCalendar,
  type BulkCardBase,
  type BulkCardGroups,
  type BulkDateOrder,
  type BulkLookReply,
  type BulkQuestion,
  bulkCalendarWords,
  bulkCardBaseWords,
  bulkCardGroupsWords,
  bulkDateOrderWords,
} from '@gen/bulk.ts';
import { formatDay, t } from '../../../lib/i18n.ts';
import { Card } from '../../../ui/Card.tsx';
import { Select } from '../../../ui/Select.tsx';
import type { Columns } from './columns.ts';
import { cardIn, cellsOf, dayIn, dayOf, openQuestions, type Readings } from './readings.ts';

export interface ReadingChoiceProps {
  look: BulkLookReply;
  columns: Columns;
  /** What the last check of the file asked for. */
  asks: readonly BulkQuestion[];
  chosen: Readings;
  onChoose: (chosen: Readings) => void;
}

/** How cells are read that can be read in more than one way; nothing where the table has none. */
export function ReadingChoice({ look, columns, asks, chosen, onChoose }: ReadingChoiceProps) {
  const open = openQuestions(look, columns, asks, chosen);
  const example = (question: BulkQuestion) => cellsOf(question, look, columns)[0] ?? '';
  if (open.length === 0) return null;
  return (
    <Card title={t('bulk.readTitle')} help={t('bulk.readHelp')}>
      {open.includes('dateOrder') && (
        <Select<BulkDateOrder>
          name="dateOrder"
          label={t('bulk.dateOrder')}
          value={chosen.dateOrder}
          options={bulkDateOrderWords.map((value) => ({ value, label: dateText(value, example('dateOrder')) }))}
          onChange={(dateOrder) => onChoose({ ...chosen, dateOrder })}
        />
      )}
      {open.includes('calendar') && (
        <Select<BulkCalendar>
          name="calendar"
          label={t('bulk.calendar')}
          value={chosen.calendar}
          options={bulkCalendarWords.map((value) => ({
            value,
            label: calendarText(value, example('calendar'), chosen.dateOrder),
          }))}
          hint={t('bulk.calendarHint')}
          onChange={(calendar) => onChoose({ ...chosen, calendar })}
        />
      )}
      {open.includes('cardBase') && (
        <Select<BulkCardBase>
          name="cardBase"
          label={t('bulk.cardBase')}
          value={chosen.cardBase}
          options={bulkCardBaseWords.map((value) => ({
            value,
            label: cardText(t(`bulk.cardBase.${value}`), example('cardBase'), value),
          }))}
          onChange={(cardBase) => onChoose({ ...chosen, cardBase })}
        />
      )}
      {open.includes('cardGroups') && (
        <Select<BulkCardGroups>
          name="cardGroups"
          label={t('bulk.cardGroups')}
          value={chosen.cardGroups}
          options={bulkCardGroupsWords.map((value) => ({
            value,
            label: cardText(t(`bulk.cardGroups.${value}`), example('cardGroups'), value),
          }))}
          onChange={(cardGroups) => onChoose({ ...chosen, cardGroups })}
        />
      )}
    </Card>
  );
}

/** "Day first: 05/01/2027 is 5 January 2027"; without an example the form alone. */
function dateText(order: BulkDateOrder, cell: string): string {
  const form = t(`bulk.dateOrder.${order}`);
  const day = order === 'auto' ? undefined : dayIn(cell, order);
  return day === undefined ? form : t('bulk.readAs', { form, cell, value: formatDay(day) });
}

function calendarText(calendar: BulkCalendar, cell: string, order: BulkDateOrder): string {
  const form = t(`bulk.calendar.${calendar}`);
  const day = dayOf(cell, calendar, order);
  return day === undefined ? form : t('bulk.readAs', { form, cell, value: formatDay(day) });
}

function cardText(form: string, cell: string, answer: BulkCardBase | BulkCardGroups): string {
  const number = cardIn(cell, answer);
  return number === undefined ? form : t('bulk.readAs', { form, cell, value: String(number) });
}
