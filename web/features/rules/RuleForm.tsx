import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import type { RequestFrame } from '../../lib/form/useRequest.ts';
import { t } from '../../lib/i18n.ts';
import type { LeaveGuard } from '../../lib/leaveGuard.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { ChangeBar } from '../../ui/ChangeBar.tsx';
import { LeaveQuestion } from '../../ui/LeaveQuestion.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';

export interface RuleFormProps {
  title: string;
  intro?: string | undefined;
  form: RequestFrame & { readonly discard: () => void };
  /** Number of changes; `isNew`: nothing is stored yet. */
  count: number;
  isNew?: boolean | undefined;
  guard: LeaveGuard;
  mayWrite: boolean;
  /** The list it was opened from, and its name. */
  back?: { readonly to: string; readonly text: string } | undefined;
  warning?: string | undefined;
  children: ReactNode;
}

/** The form of a time zone, a group or a period group, and of their assignments. */
export function RuleForm(props: RuleFormProps) {
  const { title, intro, form, count, isNew = false, guard, mayWrite, back, warning, children } = props;
  const navigate = useNavigate();
  const leave = () => {
    guard.pass();
    if (back) navigate(back.to);
  };
  return (
    <>
      <form className="form-stack" noValidate ref={form.formRef} onSubmit={form.onSubmit} aria-label={title}>
        <PageHeader
          title={title}
          description={intro}
          actions={
            back && (
              <ButtonLink to={back.to} icon="chevronStart" tone="quiet">
                {back.text}
              </ButtonLink>
            )
          }
        />
        {!mayWrite && <Notice tone="info">{t('settings.readOnly')}</Notice>}
        {children}
        {mayWrite && (
          <ChangeBar
            {...(isNew ? { text: t('rules.notSaved'), discard: t('ui.cancel') } : { count })}
            warning={warning}
            busy={form.busy}
            onDiscard={isNew ? leave : form.discard}
            save={t('ui.save')}
          />
        )}
      </form>
      <LeaveQuestion guard={guard} count={Math.max(count, 1)} />
    </>
  );
}
