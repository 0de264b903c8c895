import { type User, type UserSort, userSortWords } from '@gen/contract.ts';
import { Link, useNavigate } from 'react-router-dom';
import { cardText } from '../../../lib/cardText.ts';
import { FIRST_NAMED, groupText, useGroupNames } from '../../../lib/groupNames.ts';
import { t } from '../../../lib/i18n.ts';
import { shiftText, useShiftNames } from '../../../lib/shiftNames.ts';
import { cardsOf } from '../../../lib/userCards.ts';
import { type Column, DataTable } from '../../../ui/DataTable.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { Menu } from '../../../ui/Menu.tsx';
import type { Selection } from '../../../ui/SelectBox.tsx';
import { Credentials } from '../enrol/Credentials.tsx';
import { UserAvatar } from '../UserAvatar.tsx';
import { ValidityTag } from '../ValidityTag.tsx';
import { columnHeading, levelText, nameOf } from '../words.ts';
import { type ListState, sortBy } from './listState.ts';
import type { ListView, OptionalColumn } from './listView.ts';
import type { ChangeAddress } from './useListAddress.ts';

export interface UserTableProps {
  users: readonly User[];
  state: ListState;
  change: ChangeAddress;
  view: ListView;
  selection?: Selection | undefined;
  /** Omitted without write permission. */
  onDelete?: ((user: User) => void) | undefined;
  busy?: boolean;
  skeleton?: number | undefined;
}

export function UserTable(props: UserTableProps) {
  const { users, state, change, view, selection, onDelete, busy = false, skeleton } = props;
  return (
    <DataTable<User, UserSort>
      label={t('page.userList')}
      columns={columns(view.columns)}
      compact={view.compact}
      rows={users}
      rowId={(user) => user.userid}
      rowName={(user) => `${nameOf(user)}, ${user.userid}`}
      card={(user) => <UserCard user={user} />}
      actions={(user) => <RowMenu user={user} onDelete={onDelete} />}
      selection={selection}
      sort={{ by: state.sort, order: state.order, onSort: (sort) => change(sortBy(state, sort)) }}
      busy={busy}
      skeleton={skeleton}
    />
  );
}

export function editPath(userid: number): string {
  return `/user/userEdit?userid=${userid}`;
}

export function identifyPath(userid: number): string {
  return `/user/identify?userid=${userid}`;
}

export function enrolPath(userid: number): string {
  return `/user/fingerprint?userid=${userid}`;
}

function columns(shown: readonly OptionalColumn[]): Column<User, UserSort>[] {
  return [
    { key: 'name', header: t('users.user'), sort: 'name', grow: true, cell: (user) => <Who user={user} /> },
    {
      key: 'id',
      header: t('users.id'),
      sort: 'id',
      align: 'end',
      cell: (user) => <span className="user-number muted">{user.userid}</span>,
    },
    ...shown.map((key) => ({ key, header: columnHeading(key), ...sortOf(key), ...drawn(key) })),
  ];
}

/** Pressing the heading sorts the list, if the contract has such an order. */
function sortOf(key: OptionalColumn): { sort?: UserSort } {
  const sort = userSortWords.find((word: string) => word === key);
  return sort === undefined ? {} : { sort };
}

type Drawn = Pick<Column<User, UserSort>, 'align' | 'drop' | 'cell'>;

/** A column without a renderer of its own is a text. */
const drawn = (key: OptionalColumn): Drawn =>
  OPTIONAL[key] ?? { drop: 2, cell: (user) => <Text value={key in user ? String(user[key as keyof User]) : ''} /> };

/** Rendering of the columns, and which are hidden first when the table is narrow. */
const OPTIONAL: Partial<Record<OptionalColumn, Drawn>> = {
  cardno: { align: 'end', drop: 3, cell: (user) => <CardNumber cards={cardsOf(user)} /> },
  held: { drop: 4, cell: (user) => <Credentials user={user} /> },
  group: { drop: 2, cell: (user) => <GroupName group={user.group} /> },
  shift: { drop: 1, cell: (user) => <Shift shift={user.shift} /> },
  level: { drop: 1, cell: (user) => <Role level={user.level} /> },
  valid: { cell: (user) => <ValidityTag user={user} /> },
};

function Text({ value }: { value: string }) {
  return value === '' ? <span className="muted">–</span> : <bdi>{value}</bdi>;
}

function Who({ user }: { user: User }) {
  const named = user.username.trim() !== '';
  return (
    <Link to={editPath(user.userid)} className="user-who">
      <UserAvatar user={user} />
      <bdi className={named ? 'user-name' : 'user-name muted'}>{nameOf(user)}</bdi>
    </Link>
  );
}

function GroupName({ group }: { group: number }) {
  return <bdi>{groupText(group, useGroupNames(group >= FIRST_NAMED))}</bdi>;
}

/** The first card, and how many more there are. */
function CardNumber({ cards: [first, ...more] }: { cards: readonly string[] }) {
  if (first === undefined) return <span className="muted">–</span>;
  return (
    <span dir="ltr" className="user-card">
      {cardText(first)}
      {more.length > 0 && (
        <>
          {' '}
          <span className="muted" aria-hidden="true">
            {t('users.cardsMore', { count: more.length })}
          </span>
          <span className="visually-hidden">{t('users.cardsMoreText', { count: more.length })}</span>
        </>
      )}
    </span>
  );
}

function Role({ level }: { level: number }) {
  return <span className={level === 0 ? 'muted' : undefined}>{levelText(level)}</span>;
}

function Shift({ shift }: { shift: number }) {
  const names = useShiftNames(shift > 0);
  return shift === 0 ? <span className="muted">–</span> : <bdi>{shiftText(shift, names)}</bdi>;
}

/** Two lines: name and ID; credentials and validity. */
function UserCard({ user }: { user: User }) {
  return (
    <>
      <span className="cards-line">
        <Who user={user} />
        <span className="user-number muted">{user.userid}</span>
      </span>
      <span className="cards-line user-second">
        <Credentials user={user} />
        {user.level > 0 && <Role level={user.level} />}
        <ValidityTag user={user} />
      </span>
    </>
  );
}

function RowMenu({ user, onDelete }: { user: User; onDelete: ((user: User) => void) | undefined }) {
  const navigate = useNavigate();
  const open = [
    {
      label: onDelete ? t('users.edit') : t('users.show'),
      icon: 'pencil',
      onSelect: () => navigate(editPath(user.userid)),
    },
    { label: t('page.fingerprint'), icon: 'finger', onSelect: () => navigate(enrolPath(user.userid)) },
    { label: t('page.identify'), icon: 'shield', onSelect: () => navigate(identifyPath(user.userid)) },
  ] as const;
  const lose = onDelete && [
    { label: t('users.delete'), icon: 'trash', danger: true, onSelect: () => onDelete(user) } as const,
  ];
  return (
    <Menu
      label={t('users.actionsOf', { name: nameOf(user) })}
      trigger={<Icon name="more" />}
      groups={lose ? [open, lose] : [open]}
    />
  );
}
