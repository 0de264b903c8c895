import { type User, userlistLimits } from '@gen/contract.ts';
import { t } from '../../lib/i18n.ts';
import { usePhone } from '../../lib/media.ts';
import { Button } from '../../ui/Button.tsx';
import { FilterBar, SearchBox } from '../../ui/FilterBar.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { SelectPageBox } from '../../ui/SelectBox.tsx';
import { SelectionBar } from '../../ui/SelectionBar.tsx';
import { toast } from '../../ui/toast.ts';
import { changeList, type ListState } from './listState.ts';
import { UserFilters } from './UserFilters.tsx';
import type { ChangeAddress } from './useListAddress.ts';
import type { UserLabel, UserSelection } from './useSelection.ts';

export interface ListToolbarProps {
  state: ListState;
  change: ChangeAddress;
  /** Left out without the right to write. */
  selection: UserSelection | undefined;
  /** The page that is shown. */
  rows: readonly User[];
  onDelete: (users: readonly UserLabel[]) => void;
}

/** Search and filters; while users are selected, what can be done with them. */
export function ListToolbar({ state, change, selection, rows, onDelete }: ListToolbarProps) {
  const phone = usePhone();
  if (selection?.selecting) return <Selected selection={selection} rows={rows} onDelete={onDelete} />;
  const choose = () => {
    toast.info(t('users.selectFirst'));
    if (phone) selection?.setSelecting(true);
  };
  const remove = phone ? (
    <IconButton icon="trash" label={t('users.delete')} onClick={choose} />
  ) : (
    <Button tone="quiet" icon="trash" onClick={choose}>
      {t('users.delete')}
    </Button>
  );
  return (
    <FilterBar end={selection && rows.length > 0 && remove}>
      <SearchBox
        label={t('users.search')}
        value={state.search}
        maxLength={userlistLimits.search.max}
        onSearch={(search) => change(changeList(state, { search }), { replace: true })}
      />
      <UserFilters state={state} change={change} />
    </FilterBar>
  );
}

function Selected(props: { selection: UserSelection } & Pick<ListToolbarProps, 'rows' | 'onDelete'>) {
  const { selection, rows, onDelete } = props;
  const phone = usePhone();
  const here = rows.filter(({ userid }) => selection.selected.has(userid)).length;
  const count = selection.users.length;
  return (
    <SelectionBar
      count={count}
      elsewhere={count - here}
      onClear={selection.clear}
      page={phone && <SelectPageBox selection={selection} ids={rows.map(({ userid }) => userid)} />}
    >
      <Button
        tone="danger"
        icon="trash"
        onClick={() => (count > 0 ? onDelete(selection.users) : toast.info(t('users.selectFirst')))}
      >
        {t('users.delete')}
      </Button>
    </SelectionBar>
  );
}
