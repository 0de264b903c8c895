import { thermometryDay } from '@gen/records.ts';
import { useState } from 'react';
import useSWR from 'swr';
import { formatDay, t } from '../../../lib/i18n.ts';
import { polling } from '../../../lib/polling.ts';
import { problemText } from '../../../lib/problem.ts';
import { Card } from '../../../ui/Card.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { ThermometryCurve } from './ThermometryCurve.tsx';

/** How often the day that is not over is read again. */
const READ_MS = 30_000;

/** The temperatures of a day by the hour. */
export function ThermometryDayCard({ today }: { today: string }) {
  const [chosen, setChosen] = useState<string | null>(null);
  const day = chosen ?? today;
  const { data, error, mutate } = useSWR(
    ['thermometryDay', day],
    () => thermometryDay({ day }, { handles: () => true }),
    { ...polling, keepPreviousData: true, refreshInterval: day === today ? READ_MS : 0 },
  );
  return (
    <Card title={t('thermometry.day')}>
      <div className="thermometry-choice">
        <TextField
          label={t('thermometry.dayField')}
          name="day"
          type="date"
          value={day}
          onChange={(next) => setChosen(next === '' ? null : next)}
        />
      </div>
      {data === undefined &&
        (error === undefined ? (
          <Skeleton lines={4} />
        ) : (
          <ErrorState text={problemText(error)} onRetry={() => void mutate()} />
        ))}
      {data && data.hours.length === 0 && (
        <p className="muted thermometry-none">{t('thermometry.noneOfDay', { day: formatDay(data.day) })}</p>
      )}
      {data && data.hours.length > 0 && <ThermometryCurve day={data} />}
    </Card>
  );
}
