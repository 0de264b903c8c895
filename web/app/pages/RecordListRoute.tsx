import type { Record as Line } from '@gen/records.ts';
import { useState } from 'react';
import { RecordWhy, RecordWhyDialog } from '../../features/door/Why.tsx';
import { RecordListPage } from '../../features/records/list/RecordListPage.tsx';

/** The log, and why it is what it is. */
export function RecordListRoute() {
  const [asked, setAsked] = useState<{ line: Line; name: string }>();
  return (
    <>
      <RecordListPage
        why={(line, name) => <RecordWhy userid={line.userid} name={name} onOpen={() => setAsked({ line, name })} />}
      />
      {asked && <RecordWhyDialog {...asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}
