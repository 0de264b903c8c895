import { type AdduserRequest, ErrorCode, type User } from '@gen/contract.ts';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ApiError } from '../../../lib/api/apiError.ts';
import { t } from '../../../lib/i18n.ts';
import { useLeaveGuard } from '../../../lib/leaveGuard.ts';
import { codeOf } from '../../../lib/problem.ts';
import { Button } from '../../../ui/Button.tsx';
import { ChangeBar } from '../../../ui/ChangeBar.tsx';
import { confirm } from '../../../ui/confirm.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { toast } from '../../../ui/toast.ts';
import { addUser, readUser } from '../data.ts';
import { listAddress } from '../list/useListAddress.ts';
import { changesOf, type FieldName, formOf, type UserForm } from './form.ts';
import { UserFields } from './UserFields.tsx';
import { UserFormBody } from './UserFormBody.tsx';
import { fieldOfRefusal, type SaveUser, type UserFormState, useTypedCard, useUserForm } from './useUserForm.ts';

const EXISTS = ErrorCode.userIdExists;

/** Adds the user; if the ID exists, asks whether to change that user. Resolves to false when that was declined. */
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

/** Values that the next user is likely to share. */
function alike({ group, level, shift, identifyMode, identifyFactors }: UserForm) {
  return { group, level, shift, identifyMode, identifyFactors: [...identifyFactors] };
}

export function AddUserForm({ offered, mayWrite }: { offered: User; mayWrite: boolean }) {
  const navigate = useNavigate();
  /* The terminal's defaults for fields that are not sent; the form may start from other values, those of the previous user. */
  const [defaults, setDefaults] = useState(offered);
  const [goesOn, setGoesOn] = useState(false);
  const leave = () => {
    guard.pass();
    navigate(listAddress());
  };
  const save = async (form: UserForm, thenGoesOn: boolean): Promise<number | undefined> => {
    setGoesOn(thenGoesOn);
    const userid = form.userid ?? defaults.userid;
    const added = await addOrAskAgain({ userid, ...changesOf(formOf(defaults), form) });
    return added ? userid : undefined;
  };
  const state = useUserForm(offered, true, async (_, form) => {
    const id = await save(form, false);
    if (id === undefined) return;
    toast.ok(t('users.added', { id }));
    leave();
  });
  useTypedCard(state, mayWrite);
  const guard = useLeaveGuard(mayWrite && state.count > 0);
  const saveAndGoOn: SaveUser = async (_, form) => {
    const id = await save(form, true);
    if (id === undefined) return;
    const name = form.username.trim();
    toast.ok(name === '' ? t('users.added', { id }) : t('users.addedName', { name, id }));
    try {
      const next = await readUser(null);
      setDefaults(next);
      state.restart({ ...next, ...alike(form) });
      focusName(state);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      /* The terminal is full or offline: the list shows it. */
      leave();
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens
  useEffect(() => focusName(state), []);
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
        busy={state.busy && !goesOn}
        discard={t('ui.cancel')}
        onDiscard={() => navigate(listAddress())}
        save={t('users.add')}
      >
        <Button busy={state.busy && goesOn} onClick={() => state.submit(saveAndGoOn)}>
          {t('users.addAnother')}
        </Button>
      </ChangeBar>
    </UserFormBody>
  );
}

function focusName({ formRef }: UserFormState): void {
  const field = formRef.current?.elements.namedItem('username' satisfies FieldName);
  if (field instanceof HTMLInputElement) field.focus();
}
