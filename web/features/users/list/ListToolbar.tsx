import { type User, userlistLimits } from '@gen/contract.ts';
import { useState } from 'react';
import { formatNumber, t } from '../../../lib/i18n.ts';
import { usePhone } from '../../../lib/media.ts';
import { Button, type ButtonTone } from '../../../ui/Button.tsx';
import { FilterBar, SearchBox } from '../../../ui/FilterBar.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import type { IconName } from '../../../ui/icons.ts';
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
  /** Omitted without write permission. */
  selection: UserSelection | undefined;
  /** The displayed page. */
  rows: readonly User[];
  onDelete: (users: readonly UserLabel[]) => void;
  /** Deletes all users that match search and filters. */
  onDeleteAll: () => void;
  /** There are more of them than on the page. */
  isMore: boolean;
  /** Omitted if bulk changes are not possible. */
  onEdit: ((several: Several) => void) | undefined;
  /** Omitted if shifts cannot be assigned. */
  onAssign: ((several: Several) => void) | undefined;
  /** Number of matching users, as text. */
  found: string;
}

/** Search and filters; while users are selected, actions for them instead of the search. */
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

/** Selects all matching users, besides those that can be ticked on a page. */
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
  const { state, selection, rows, onDelete, onDeleteAll, onEdit, onAssign, found, isMore } = props;
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
      {onEdit && <Act icon="pencil" label={t('users.edit')} onClick={withSome(() => onEdit(several()))} />}
      {onAssign && <Act icon="clock" label={t('shifts.assign')} onClick={withSome(() => onAssign(several()))} />}
      <Act
        tone="danger"
        icon="trash"
        label={t('users.delete')}
        onClick={withSome(() => (whole ? onDeleteAll() : onDelete(selection.users)))}
      />
    </SelectionBar>
  );
}

interface ActProps {
  icon: IconName;
  label: string;
  tone?: ButtonTone;
  onClick: () => void;
}

/** An icon on a phone: three texts do not fit side by side. */
function Act({ icon, label, tone = 'plain', onClick }: ActProps) {
  return usePhone() ? (
    <IconButton icon={icon} label={label} onClick={onClick} />
  ) : (
    <Button icon={icon} tone={tone} onClick={onClick}>
      {label}
    </Button>
  );
}

function severalOf({ users }: UserSelection): Several {
  return { whom: { userids: users.map(({ userid }) => userid) }, count: formatNumber(users.length) };
}
