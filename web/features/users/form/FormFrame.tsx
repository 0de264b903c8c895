import { ErrorCode, type User } from '@gen/contract.ts';
import type { ReactNode } from 'react';
import { usePower } from '../../../lib/power.ts';
import { codeOf } from '../../../lib/problem.ts';
import { FormPage } from '../../../ui/FormPage.tsx';
import { BackToList } from '../BackToList.tsx';
import { NoSuchUser } from '../NoSuchUser.tsx';

const NO_SUCH_USER: readonly number[] = [ErrorCode.userUnknown, ErrorCode.userIdInvalid];

export interface FormFrameProps {
  title: string;
  user: User | undefined;
  error: unknown;
  onRetry: () => void;
  /** The form, once user and permission are known. It contains the page's heading. */
  children: (user: User, mayWrite: boolean) => ReactNode;
}

/** The placeholder or error of a form page until its user is loaded. */
export function FormFrame({ title, user, error, onRetry, children }: FormFrameProps) {
  const mayWrite = usePower('user')?.write;
  if (NO_SUCH_USER.includes(codeOf(error))) return <NoSuchUser title={title} />;
  const form = user !== undefined && mayWrite !== undefined ? children(user, mayWrite) : undefined;
  return (
    <FormPage title={title} form={form} error={error} onRetry={onRetry} lines={5}>
      <BackToList />
    </FormPage>
  );
}
