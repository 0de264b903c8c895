import type { FunctionGroup } from '@gen/accounts.ts';
import type { ReactNode } from 'react';
import { usePowerState } from '../../lib/power.ts';
import { FormPage } from '../../ui/FormPage.tsx';
import type { Read } from './data.ts';

export interface RulePageProps {
  title: string;
  intro: string;
  group: FunctionGroup;
  /** What must be known before the page is drawn. */
  reads: readonly Read<unknown>[];
  /** Draws it, with its heading, once `reads` are there. */
  children: (mayWrite: boolean) => ReactNode;
}

/** What a page of the rules shows until it has read them, or instead. */
export function RulePage({ title, intro, group, reads, children }: RulePageProps) {
  const { power, ...may } = usePowerState(group);
  const isReady = power !== undefined && reads.every(({ data }) => data !== undefined);
  const failed = reads.find(({ error }) => error !== undefined);
  return (
    <FormPage
      title={title}
      description={intro}
      form={isReady ? children(power.write) : undefined}
      error={failed?.error ?? may.error}
      onRetry={() => {
        if (may.error !== undefined) may.retry();
        for (const read of reads) if (read.error !== undefined) void read.refresh();
      }}
      lines={5}
    />
  );
}
