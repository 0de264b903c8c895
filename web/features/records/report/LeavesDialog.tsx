import { leavesOf } from '@gen/records.ts';
import { useState } from 'react';
import useSWR from 'swr';
import { t } from '../../../lib/i18n.ts';
import { usePower } from '../../../lib/power.ts';
import { problemText } from '../../../lib/problem.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { LeaveDialog } from './LeaveDialog.tsx';
import { LeaveList } from './LeaveList.tsx';
import { shown } from './useReport.ts';

export interface LeavesDialogProps {
  userid: number;
  name: string;
  onChange: () => Promise<void>;
  onClose: () => void;
}

/** Everything for which a person was, is or will be away. */
export function LeavesDialog({ userid, name, onChange, onClose }: LeavesDialogProps) {
  const { data, error, mutate } = useSWR(['report', 'leaves', userid], () => leavesOf({ userid }, shown));
  const mayWrite = usePower('advSetting')?.write ?? false;
  const [adding, setAdding] = useState(false);
  return (
    <>
      <Dialog
        open
        title={`${name} · ${t('leave.title')}`}
        onClose={onClose}
        footer={mayWrite && <Button onClick={() => setAdding(true)}>{t('leave.add')}</Button>}
      >
        {!data && error === undefined && <Skeleton />}
        {!data && error !== undefined && <ErrorState text={problemText(error)} onRetry={() => void mutate()} />}
        {data?.leaves.length === 0 && <p className="muted">{t('leave.none')}</p>}
        {data && data.leaves.length > 0 && <LeaveList leaves={data.leaves} mayWrite={mayWrite} onChange={onChange} />}
      </Dialog>
      {adding && <LeaveDialog userid={userid} date="" onChange={onChange} onClose={() => setAdding(false)} />}
    </>
  );
}
