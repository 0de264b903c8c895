import type { UserlistReply } from '@gen/contract.ts';
import { t } from '../../../lib/i18n.ts';
import { Pager } from '../../../ui/Pager.tsx';
import { GoTo } from './GoTo.tsx';
import { changeList, type ListState, PAGE_SIZES } from './listState.ts';
import type { ChangeAddress } from './useListAddress.ts';

export function UserPager(props: { page: UserlistReply; state: ListState; change: ChangeAddress }) {
  const { page, state, change } = props;
  const first = changeList(state, {});
  return (
    <Pager
      label={t('users.pages')}
      position={page.position}
      count={page.users.length}
      total={page.total}
      totalIsMore={page.totalIsMore}
      size={state.limit}
      sizes={PAGE_SIZES}
      onSize={(limit) => change(changeList(state, { limit }))}
      onPrevious={page.previous === '' ? undefined : () => change({ ...first, before: page.previous })}
      onNext={page.next === '' ? undefined : () => change({ ...first, after: page.next })}
      onFirst={page.previous === '' ? undefined : () => change(first)}
      onLast={page.next === '' ? undefined : () => change({ ...first, last: true })}
    >
      {(page.previous !== '' || page.next !== '') && (
        <GoTo key={state.sort} sort={state.sort} onGo={(from) => change({ ...first, from })} />
      )}
    </Pager>
  );
}
