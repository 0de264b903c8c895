import type { SetRolesReply } from '@gen/accounts.ts';
import { useId, useState } from 'react';
import { t } from '../../lib/i18n.ts';
import { useLeaveGuard } from '../../lib/leaveGuard.ts';
import { Button } from '../../ui/Button.tsx';
import { ChangeBar } from '../../ui/ChangeBar.tsx';
import { LeaveQuestion } from '../../ui/LeaveQuestion.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { LevelPreview } from './LevelPreview.tsx';
import { RightsTable } from './RightsTable.tsx';
import { accountsTouched, type TooLow } from './rights.ts';
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
  const guard = useLeaveGuard(form.count > 0);
  const [problem] = form.wrong;
  const people = accountsTouched(stored.levels, form.edits);
  return (
    <form
      className="form-stack"
      aria-label={t('page.roles')}
      onSubmit={(event) => {
        event.preventDefault();
        void form.save();
      }}
    >
      <PageHeader title={t('page.roles')} description={t('roles.intro')} />
      {!stored.editable && <Notice tone="info">{t('roles.readOnly')}</Notice>}
      {problem && <OrderProblem id={messageId} problem={problem} onRaise={stored.editable ? form.raise : undefined} />}
      <div className="roles">
        <RightsTable
          levels={stored.levels}
          chosen={chosen}
          edits={form.edits}
          wrong={form.wrong}
          messageId={messageId}
          editable={stored.editable}
          onChange={form.set}
        />
        <LevelPreview levels={stored.levels} chosen={chosen} edits={form.edits} onChoose={setChosen} />
      </div>
      <ChangeBar
        count={form.count}
        blocked={problem !== undefined}
        warning={problem ? t('roles.blocked') : people > 0 ? t('roles.signOut', { count: people }) : undefined}
        busy={form.busy}
        onDiscard={form.discard}
        save={t('ui.save')}
      />
      <LeaveQuestion guard={guard} count={form.count} />
    </form>
  );
}

interface OrderProblemProps {
  id: string;
  problem: TooLow;
  onRaise: (() => void) | undefined;
}

/** Why nothing can be saved, said of the first cell that is too low, and the way out. */
function OrderProblem({ id, problem: { level, group, below, right }, onRaise }: OrderProblemProps) {
  return (
    <div id={id} className="roles-problem">
      <Notice tone="no">
        <p>{t('roles.tooLow', { level, group: t(`roles.group.${group}`), below, right: t(`roles.right.${right}`) })}</p>
        {onRaise && (
          <Button size="small" onClick={onRaise}>
            {t('roles.raise')}
          </Button>
        )}
      </Notice>
    </div>
  );
}
