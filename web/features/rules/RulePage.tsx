import type { FunctionGroup } from '@gen/accounts.ts';
import type { ReactNode } from 'react';
import { usePowerState } from '../../lib/power.ts';
import { FormPage } from '../../ui/FormPage.tsx';
import type { Read } from './data.ts';

export interface RulePageProps {
  title: string;
  intro: string;
  group: FunctionGroup;
  /** Data needed to draw the page. */
  reads: readonly Read<unknown>[];
  /** Draws it, with its heading, once `reads` are loaded. */
  children: (mayWrite: boolean) => ReactNode;
}

/** The placeholder or error of a rules page until its data is loaded. */
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
