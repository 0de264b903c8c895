import { reportSums } from '@gen/records.ts';
import { useState } from 'react';
import useSWR from 'swr';
import { t } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { LeavesDialog } from './LeavesDialog.tsx';
import { sumFigures } from './ReportTables.tsx';
import type { ReportAsked } from './reportState.ts';
import { whoText } from './reportWords.tsx';
import { columnsOf, shown } from './useReport.ts';

/** The hours of the one person added up, of all days; undefined until they are known. */
export function useSum({ only: _, ...asked }: ReportAsked) {
  const { data } = useSWR(['report', 'sum', asked], () => reportSums(asked, shown), { revalidateOnFocus: false });
  const [sum] = data?.sums ?? [];
  return sum && { sum, has: columnsOf(data) };
}

export interface PersonCardProps {
  asked: ReportAsked;
  userid: number;
  onChange: () => Promise<void>;
}

/** Whose days the list shows: sums, and the way to the leaves. */
export function PersonCard({ asked, userid, onChange }: PersonCardProps) {
  const found = useSum(asked);
  const [leaves, setLeaves] = useState(false);
  if (!found) return null;
  const { sum, has } = found;
  return (
    <Card
      title={whoText(sum)}
      footer={
        <Button icon="sun" onClick={() => setLeaves(true)}>
          {t('leave.title')}
        </Button>
      }
    >
      <dl className="report-sums">
        {sumFigures(has).map(({ key, header, text }) => (
          <div key={key}>
            <dt>{header}</dt>
            <dd>{text(sum)}</dd>
          </div>
        ))}
      </dl>
      {leaves && (
        <LeavesDialog userid={userid} name={whoText(sum)} onChange={onChange} onClose={() => setLeaves(false)} />
      )}
    </Card>
  );
}
