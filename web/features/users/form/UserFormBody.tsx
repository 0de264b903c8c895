import type { ReactNode } from 'react';
import { t } from '../../../lib/i18n.ts';
import type { LeaveGuard } from '../../../lib/leaveGuard.ts';
import { LeaveQuestion } from '../../../ui/LeaveQuestion.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import type { UserFormState } from './useUserForm.ts';

export interface UserFormBodyProps {
  state: UserFormState;
  guard: LeaveGuard;
  title: string;
  description: ReactNode;
  actions?: ReactNode;
  mayWrite: boolean;
  children: ReactNode;
}

/** The form element of the pages over one user, with its heading. */
export function UserFormBody(props: UserFormBodyProps) {
  const { state, guard, title, description, actions, mayWrite, children } = props;
  return (
    <form className="form-stack" noValidate ref={state.formRef} onSubmit={state.onSubmit} aria-label={title}>
      <PageHeader title={title} description={description} actions={actions} />
      {!mayWrite && <Notice tone="info">{t('users.readOnly')}</Notice>}
      {children}
      <LeaveQuestion guard={guard} count={state.count} />
    </form>
  );
}
