import type { User } from '@gen/contract.ts';
import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import { t } from '../../../lib/i18n.ts';
import { useLeaveGuard } from '../../../lib/leaveGuard.ts';
import { Button } from '../../../ui/Button.tsx';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { Card } from '../../../ui/Card.tsx';
import { ChangeBar } from '../../../ui/ChangeBar.tsx';
import { Credentials } from '../enrol/Credentials.tsx';
import { enrolPath, identifyPath } from '../list/UserTable.tsx';
import { useDeleting } from '../list/useDeleting.tsx';
import { listAddress } from '../list/useListAddress.ts';
import { PhotoCard } from '../photo/PhotoCard.tsx';
import { WhoseForm } from '../WhoseForm.tsx';
import { ModeSummary } from './ModeSummary.tsx';
import { UserFields } from './UserFields.tsx';
import { UserFormBody } from './UserFormBody.tsx';
import { useEditing } from './useEditing.ts';
import { useTypedCard } from './useUserForm.ts';

export function EditUserForm({ user, mayWrite }: { user: User; mayWrite: boolean }) {
  const navigate = useNavigate();
  const state = useEditing(user);
  useTypedCard(state, mayWrite);
  const guard = useLeaveGuard(mayWrite && state.count > 0);
  const { pass } = guard;
  const gone = useCallback(() => {
    pass();
    navigate(listAddress(), { replace: true });
  }, [pass, navigate]);
  const deleting = useDeleting(gone);
  const { stored } = state;
  return (
    <UserFormBody
      state={state}
      guard={guard}
      title={t('page.userEdit')}
      description={<WhoseForm user={stored} />}
      actions={
        mayWrite && (
          <Button icon="trash" onClick={() => void deleting.ask([stored])}>
            {t('users.delete')}
          </Button>
        )
      }
      mayWrite={mayWrite}
    >
      <PhotoCard user={stored} mayWrite={mayWrite} />
      <UserFields state={state} adding={false} readOnly={!mayWrite} />
      <Card title={t('page.fingerprint')} help={t('enrol.editHelp')}>
        <div className="mode-row">
          <Credentials user={stored} />
          <ButtonLink to={enrolPath(stored.userid)} icon="finger">
            {t('page.fingerprint')}
          </ButtonLink>
        </div>
      </Card>
      <Card title={t('page.identify')} help={t('users.identifyHelp')}>
        <div className="mode-row">
          <ModeSummary identifyMode={stored.identifyMode} identifyFactors={stored.identifyFactors} />
          <ButtonLink to={identifyPath(stored.userid)} icon="shield">
            {mayWrite ? t('users.change') : t('users.show')}
          </ButtonLink>
        </div>
      </Card>
      <ChangeBar count={state.count} busy={state.busy} onDiscard={state.discard} save={t('ui.save')} />
    </UserFormBody>
  );
}
