import { type AdduserRequest, ErrorCode, type User } from '@gen/contract.ts';
import { useNavigate } from 'react-router-dom';
import { t } from '../../lib/i18n.ts';
import { useLeaveGuard } from '../../lib/leaveGuard.ts';
import { codeOf } from '../../lib/problem.ts';
import { ChangeBar } from '../../ui/ChangeBar.tsx';
import { confirm } from '../../ui/confirm.ts';
import { Notice } from '../../ui/Notice.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { toast } from '../../ui/toast.ts';
import { addUser } from './data.ts';
import { UserFields } from './UserFields.tsx';
import { UserFormBody } from './UserFormBody.tsx';
import { listAddress } from './useListAddress.ts';
import { fieldOfRefusal, useUserForm } from './useUserForm.ts';

const EXISTS = ErrorCode.userIdExists;

/** Adds; on an ID that is taken asks whether to add it again. Resolves to false when that was declined. */
async function addOrAskAgain(request: AdduserRequest): Promise<boolean> {
  try {
    await addUser(request, (error) => error.code === EXISTS || fieldOfRefusal(error) !== undefined);
    return true;
  } catch (error) {
    if (codeOf(error) !== EXISTS) throw error;
    const again = await confirm({
      title: t('users.existsTitle', { id: request.userid }),
      body: (
        <>
          <p>{t('users.existsAgain')}</p>
          <p>{t('users.existsText')}</p>
        </>
      ),
      action: t('users.addAgain'),
    });
    if (again) await addUser({ ...request, again: true }, (refusal) => fieldOfRefusal(refusal) !== undefined);
    return again;
  }
}

export function AddUserForm({ offered, mayWrite }: { offered: User; mayWrite: boolean }) {
  const navigate = useNavigate();
  const state = useUserForm(offered, true, async (changes, form) => {
    const userid = form.userid ?? offered.userid;
    if (!(await addOrAskAgain({ userid, ...changes }))) return;
    toast.ok(t('users.added', { id: userid }));
    guard.pass();
    navigate(listAddress());
  });
  const guard = useLeaveGuard(mayWrite && state.count > 0);
  if (!mayWrite) {
    return (
      <>
        <PageHeader title={t('page.addUser')} />
        <Notice tone="info">{t('users.readOnlyAdd')}</Notice>
      </>
    );
  }
  return (
    <UserFormBody state={state} guard={guard} title={t('page.addUser')} description={t('users.addHelp')} mayWrite>
      <UserFields state={state} adding readOnly={false} />
      <ChangeBar
        text={t('users.newUser', { id: String(state.form.userid ?? '–') })}
        busy={state.busy}
        discard={t('ui.cancel')}
        onDiscard={() => navigate(listAddress())}
        save={t('users.add')}
      />
    </UserFormBody>
  );
}
