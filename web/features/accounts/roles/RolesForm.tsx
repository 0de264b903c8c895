import type { SetRolesReply } from '@gen/accounts.ts';
import { useId, useState } from 'react';
import { t } from '../../../lib/i18n.ts';
import { useLeaveGuard } from '../../../lib/leaveGuard.ts';
import { Button } from '../../../ui/Button.tsx';
import { ChangeBar } from '../../../ui/ChangeBar.tsx';
import { LeaveQuestion } from '../../../ui/LeaveQuestion.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { LevelPreview } from './LevelPreview.tsx';
import { RightsTable } from './RightsTable.tsx';
import { accountsTouched } from './rights.ts';
import { useRolesForm } from './useRolesForm.ts';

export interface RolesFormProps {
  stored: SetRolesReply;
  refresh: () => Promise<SetRolesReply | undefined>;
}

/** The table, the preview beside it, and the bar that saves. */
export function RolesForm({ stored, refresh }: RolesFormProps) {
  const form = useRolesForm(stored, refresh);
  const [chosen, setChosen] = useState(3);
  const messageId = useId();
  const { edits, count, problem, raise } = form;
  const { levels, editable } = form.base;
  const guard = useLeaveGuard(count > 0);
  const people = accountsTouched(levels, edits);
  return (
    <form className="form-stack" aria-label={t('page.roles')} ref={form.formRef} onSubmit={form.onSubmit}>
      <PageHeader title={t('page.roles')} description={t('roles.intro')} />
      {!editable && <Notice tone="info">{t('roles.readOnly')}</Notice>}
      {problem && (
        <div id={messageId} className="roles-problem">
          <Notice tone="no">
            <p>{problem}</p>
            {editable && raise && (
              <Button size="small" onClick={raise}>
                {t('roles.raise')}
              </Button>
            )}
          </Notice>
        </div>
      )}
      <div className="roles">
        <RightsTable form={form} chosen={chosen} messageId={messageId} />
        <LevelPreview levels={levels} chosen={chosen} edits={edits} onChoose={setChosen} />
      </div>
      <ChangeBar
        count={count}
        blocked={raise !== undefined}
        warning={raise ? t('roles.blocked') : people > 0 ? t('roles.signOut', { count: people }) : undefined}
        busy={form.busy}
        onDiscard={form.discard}
        save={t('ui.save')}
      />
      <LeaveQuestion guard={guard} count={count} />
    </form>
  );
}
