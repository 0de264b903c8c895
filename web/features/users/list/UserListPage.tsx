import { useEffect, useState } from 'react';
import { useSlow } from '../../../lib/delay.ts';
import { t } from '../../../lib/i18n.ts';
import { usePhone } from '../../../lib/media.ts';
import { usePower } from '../../../lib/power.ts';
import { problemText } from '../../../lib/problem.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { totalText } from '../../../ui/Pager.tsx';
import { useUserPage } from '../data.ts';
import { AddUser, useNoRoom } from '../form/AddUser.tsx';
import { DeletedDialog } from './DeletedDialog.tsx';
import { DeletingDialog } from './DeletingDialog.tsx';
import { DownloadUsers } from './DownloadUsers.tsx';
import { ImportUsers } from './ImportUsers.tsx';
import { ListToolbar } from './ListToolbar.tsx';
import { changeList, hasFilters, type ListState, NO_FILTERS, whomOf, writeListState } from './listState.ts';
import { useListView } from './listView.ts';
import { NoUsers } from './NoUsers.tsx';
import type { EditSeveral, Several } from './several.ts';
import { UserPager } from './UserPager.tsx';
import { UserTable } from './UserTable.tsx';
import { useDeleting } from './useDeleting.tsx';
import { useListAddress } from './useListAddress.ts';
import { useSelection } from './useSelection.ts';

/** Placeholder rows while the first page is loading. */
const SKELETON_ROWS = 8;

/** /user/userList: all users of the terminal, a page at a time. */
export function UserListPage({ edit, assign }: { edit?: EditSeveral; assign?: EditSeveral | undefined }) {
  const { state, change } = useListAddress();
  const [view, changeView] = useListView();
  const { page, stale, error, retry } = useUserPage(state, change);
  const phone = usePhone();
  const noRoom = useNoRoom();
  const mayWrite = usePower('user')?.write;
  const selection = useSelection(page?.users ?? NOBODY, listKey(state));
  const deleting = useDeleting(selection.clear);
  const failed = error !== undefined && stale;
  const ready = page !== undefined && mayWrite !== undefined && !failed;
  const slow = useSlow(!ready && !failed);
  const pale = useSlow(ready && stale);
  const chosen = mayWrite ? selection : undefined;
  const [several, setSeveral] = useState<Several | null>(null);
  const [assigning, setAssigning] = useState<Several | null>(null);
  const found = page ? totalText(page.total, page.totalIsMore) : '';
  useTopOfPage(state);

  return (
    <>
      <div className="user-list-head">
        <PageHeader
          title={t('page.userList')}
          count={ready ? found : undefined}
          actions={
            !phone && (
              <>
                {ready && page.users.length > 0 && <DownloadUsers state={state} count={found} />}
                {mayWrite && <ImportUsers />}
                {mayWrite && <AddUser />}
              </>
            )
          }
        />
      </div>
      {mayWrite && phone && noRoom && <Notice tone="warn">{noRoom}</Notice>}
      {mayWrite === false && <Notice tone="info">{t('users.readOnlyList')}</Notice>}
      <section className="card list" aria-label={t('page.userList')}>
        <ListToolbar
          state={state}
          change={change}
          view={view}
          onView={changeView}
          selection={chosen}
          rows={page?.users ?? NOBODY}
          onDelete={deleting.ask}
          onDeleteAll={() => page && deleting.askAll({ whom: whomOf(state), count: found, total: page.total })}
          isMore={page !== undefined && page.total > page.users.length}
          onEdit={edit && setSeveral}
          onAssign={assign && setAssigning}
          found={found}
        />
        {failed && <ErrorState text={problemText(error)} onRetry={retry} />}
        {slow && <UserTable users={NOBODY} state={state} change={change} view={view} skeleton={SKELETON_ROWS} />}
        {ready && page.users.length > 0 && (
          <>
            <UserTable
              users={page.users}
              state={state}
              change={change}
              view={view}
              selection={chosen}
              onDelete={mayWrite ? (user) => deleting.ask([user]) : undefined}
              busy={pale}
            />
            <UserPager page={page} state={state} change={change} />
            {phone && (
              <div className="user-list-file">
                {mayWrite && <ImportUsers />}
                <DownloadUsers state={state} count={found} />
              </div>
            )}
          </>
        )}
        {ready && page.users.length === 0 && (
          <NoUsers
            filtered={hasFilters(state)}
            mayWrite={mayWrite}
            onClear={() => change(changeList(state, { search: '', ...NO_FILTERS }))}
          />
        )}
      </section>
      {several && edit?.({ ...several, onClose: () => setSeveral(null), onDone: selection.clear })}
      {assigning && assign?.({ ...assigning, onClose: () => setAssigning(null), onDone: selection.clear })}
      <DeletingDialog progress={deleting.progress} onCancel={deleting.cancel} />
      <DeletedDialog outcome={deleting.outcome} onClose={deleting.forget} />
    </>
  );
}

const NOBODY: readonly never[] = [];

/** Identity of the list; its pages and sort orders are the same list. */
function listKey(state: ListState): string {
  return writeListState(changeList(state, { sort: 'id', order: 'asc', limit: 50 })).toString();
}

/** Scrolls another page to its top. */
function useTopOfPage({ after, before, from, last }: ListState): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page is what the effect waits for
  useEffect(() => window.scrollTo({ top: 0 }), [after, before, from, last]);
}
