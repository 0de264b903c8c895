import type { User } from '@gen/contract.ts';
import type { ReactNode } from 'react';
import { usePower } from '../../lib/power.ts';
import { FormPage } from '../../ui/FormPage.tsx';
import { BackToList } from './BackToList.tsx';

export interface FormFrameProps {
  title: string;
  user: User | undefined;
  error: unknown;
  onRetry: () => void;
  /** The form, once the user and the right are known. It brings the page's heading. */
  children: (user: User, mayWrite: boolean) => ReactNode;
}

/** What a form page shows until it has its user, or instead. */
export function FormFrame({ title, user, error, onRetry, children }: FormFrameProps) {
  const mayWrite = usePower('user')?.write;
  const form = user !== undefined && mayWrite !== undefined ? children(user, mayWrite) : undefined;
  return (
    <FormPage title={title} form={form} error={error} onRetry={onRetry} lines={5}>
      <BackToList />
    </FormPage>
  );
}
