import { Suspense } from 'react';
import { forgetUsers } from '../../features/users/data.ts';
import { UserListPage } from '../../features/users/list/UserListPage.tsx';
import { lazyPart } from '../lazyPage.tsx';

const EditDialog = lazyPart(() =>
  import('../../features/bulk/edit/EditDialog.tsx').then((module) => module.EditDialog),
);

/** Everybody the terminal knows, and one change for many of them. */
export function UserListRoute() {
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
    />
  );
}
