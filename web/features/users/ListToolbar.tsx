import { type User, userlistLimits } from '@gen/contract.ts';
import { useState } from 'react';
import { t } from '../../lib/i18n.ts';
import { usePhone } from '../../lib/media.ts';
import { Button } from '../../ui/Button.tsx';
import { FilterBar, SearchBox } from '../../ui/FilterBar.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { SelectPageBox } from '../../ui/SelectBox.tsx';
import { SelectionBar } from '../../ui/SelectionBar.tsx';
import { toast } from '../../ui/toast.ts';
import { changeList, type ListState } from './listState.ts';
import type { ListView } from './listView.ts';
import { UserFilters } from './UserFilters.tsx';
import type { ChangeAddress } from './useListAddress.ts';
import type { UserLabel, UserSelection } from './useSelection.ts';
import { ViewDialog } from './ViewDialog.tsx';

export interface ListToolbarProps {
  state: ListState;
  change: ChangeAddress;
  view: ListView;
  onView: (change: Partial<ListView>) => void;
  /** Left out without the right to write. */
  selection: UserSelection | undefined;
  /** The page that is shown. */
  rows: readonly User[];
  onDelete: (users: readonly UserLabel[]) => void;
}

/** Search and filters; while users are selected, what can be done with them in place of the search. */
export function ListToolbar(props: ListToolbarProps) {
  const { state, change, selection, rows, onDelete } = props;
  const selecting = selection?.selecting ?? false;
  return (
    <>
      {selection?.selecting ? (
        <Selected selection={selection} rows={rows} onDelete={onDelete} />
      ) : (
        <SearchBar {...props} />
      )}
      <UserFilters state={state} change={change} locked={selecting} />
    </>
  );
}

function SearchBar({ state, change, view, onView, selection, rows }: ListToolbarProps) {
  const phone = usePhone();
  const [viewing, setViewing] = useState(false);
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
    <FilterBar
      end={
        <>
          {!phone && <IconButton icon="sliders" label={t('users.view')} onClick={() => setViewing(true)} />}
          {selection && rows.length > 0 && remove}
        </>
      }
    >
      <SearchBox
        label={t('users.search')}
        value={state.search}
        maxLength={userlistLimits.search.max}
        onSearch={(search) => change(changeList(state, { search }), { replace: true })}
      />
      {viewing && <ViewDialog view={view} onChange={onView} onClose={() => setViewing(false)} />}
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
