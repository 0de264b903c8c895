import { type User, userlistLimits } from '@gen/contract.ts';
import { useState } from 'react';
import { formatNumber, t } from '../../../lib/i18n.ts';
import { usePhone } from '../../../lib/media.ts';
import { Button } from '../../../ui/Button.tsx';
import { FilterBar, SearchBox } from '../../../ui/FilterBar.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { SelectPageBox } from '../../../ui/SelectBox.tsx';
import { SelectionBar } from '../../../ui/SelectionBar.tsx';
import { toast } from '../../../ui/toast.ts';
import { changeList, hasFilters, type ListState, whomOf } from './listState.ts';
import type { ListView } from './listView.ts';
import type { Several } from './several.ts';
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
  /** Deletes all whom search and filters find. */
  onDeleteAll: () => void;
  /** They are more than those of the page. */
  isMore: boolean;
  /** Left out where users cannot be changed alike. */
  onEdit: ((several: Several) => void) | undefined;
  /** How many search and filters find, in words. */
  found: string;
}

/** Search and filters; while users are selected, what can be done with them in place of the search. */
export function ListToolbar(props: ListToolbarProps) {
  const { state, change, selection } = props;
  const selecting = selection?.selecting ?? false;
  return (
    <>
      {selection?.selecting ? <Selected {...props} selection={selection} /> : <SearchBar {...props} />}
      <UserFilters state={state} change={change} locked={selecting} />
    </>
  );
}

function SearchBar(props: ListToolbarProps) {
  const { state, change, view, onView, selection, rows } = props;
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
          {selection && rows.length > 0 && hasFilters(state) && <EditFound {...props} />}
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

/** All whom search and filters find, beside those that can be ticked on a page. */
function EditFound({ state, onEdit, found }: ListToolbarProps) {
  const phone = usePhone();
  if (onEdit === undefined) return null;
  const label = t('users.editAll', { count: found });
  const edit = () => onEdit({ whom: whomOf(state), count: found });
  return phone ? (
    <IconButton icon="pencil" label={label} onClick={edit} />
  ) : (
    <Button tone="quiet" icon="pencil" onClick={edit}>
      {label}
    </Button>
  );
}

function Selected(props: ListToolbarProps & { selection: UserSelection }) {
  const { state, selection, rows, onDelete, onDeleteAll, onEdit, found, isMore } = props;
  const { whole } = selection;
  const phone = usePhone();
  const here = rows.filter(({ userid }) => selection.selected.has(userid)).length;
  const count = selection.users.length;
  const isPage = rows.length > 0 && here === rows.length;
  const withSome = (act: () => void) => () => (whole || count > 0 ? act() : toast.info(t('users.selectFirst')));
  const several = () => (whole ? { whom: whomOf(state), count: found } : severalOf(selection));
  return (
    <SelectionBar
      count={count}
      all={whole ? found : undefined}
      onAll={!whole && isPage && isMore ? { count: found, select: selection.selectWhole } : undefined}
      elsewhere={count - here}
      onClear={selection.clear}
      page={phone && <SelectPageBox selection={selection} ids={rows.map(({ userid }) => userid)} />}
    >
      {onEdit && (
        <Button icon="pencil" onClick={withSome(() => onEdit(several()))}>
          {t('users.edit')}
        </Button>
      )}
      <Button tone="danger" icon="trash" onClick={withSome(() => (whole ? onDeleteAll() : onDelete(selection.users)))}>
        {t('users.delete')}
      </Button>
    </SelectionBar>
  );
}

function severalOf({ users }: UserSelection): Several {
  return { whom: { userids: users.map(({ userid }) => userid) }, count: formatNumber(users.length) };
}
