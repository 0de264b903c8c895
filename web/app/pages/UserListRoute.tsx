import { Suspense } from 'react';
import { forgetUsers, idsOf } from '../../features/users/data.ts';
import { UserListPage } from '../../features/users/list/UserListPage.tsx';
import { usePower } from '../../lib/power.ts';
import { lazyPart } from '../lazyPage.tsx';

const EditDialog = lazyPart(() =>
  import('../../features/bulk/edit/EditDialog.tsx').then((module) => module.EditDialog),
);

const AssignManyDialog = lazyPart(() =>
  import('../../features/rules/shifts/AssignManyDialog.tsx').then((module) => module.AssignManyDialog),
);

/** The user list, with bulk changes and shift assignment for many users. */
export function UserListRoute() {
  const mayAssign = usePower('advSetting')?.write;
  return (
    <UserListPage
      edit={({ onDone, ...several }) => (
        <Suspense>
          <EditDialog
            {...several}
            onWritten={() => {
              void forgetUsers();
              onDone();
            }}
          />
        </Suspense>
      )}
      assign={
        mayAssign
          ? ({ whom, ...several }) => (
              <Suspense>
                <AssignManyDialog {...several} findIds={() => idsOf(whom)} />
              </Suspense>
            )
          : undefined
      }
    />
  );
}
