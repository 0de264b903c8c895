import type { User, UserSort } from '@gen/contract.ts';
import { Link, useNavigate } from 'react-router-dom';
import { t } from '../../lib/i18n.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Menu } from '../../ui/Menu.tsx';
import type { Selection } from '../../ui/SelectBox.tsx';
import { Credentials } from './Credentials.tsx';
import { type ListState, sortBy } from './listState.ts';
import type { ChangeAddress } from './useListAddress.ts';
import { ValidityTag } from './ValidityTag.tsx';
import { cardText, groupText, levelText, nameOf } from './words.ts';

export interface UserTableProps {
  users: readonly User[];
  state: ListState;
  change: ChangeAddress;
  selection?: Selection | undefined;
  /** Left out without the right to write. */
  onDelete?: ((user: User) => void) | undefined;
  busy?: boolean;
  skeleton?: number | undefined;
}

export function UserTable({ users, state, change, selection, onDelete, busy = false, skeleton }: UserTableProps) {
  return (
    <DataTable<User, UserSort>
      label={t('page.userList')}
      columns={columns()}
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

function columns(): Column<User, UserSort>[] {
  return [
    { key: 'name', header: t('users.user'), sort: 'name', grow: true, cell: (user) => <Who user={user} /> },
    {
      key: 'id',
      header: t('users.id'),
      sort: 'id',
      align: 'end',
      cell: (user) => <span className="muted">{user.userid}</span>,
    },
    {
      key: 'card',
      header: t('users.card'),
      align: 'end',
      drop: 3,
      cell: (user) => <CardNumber cardno={user.cardno} />,
    },
    { key: 'held', header: t('users.credentials'), drop: 4, cell: (user) => <Credentials user={user} /> },
    { key: 'group', header: t('users.group'), drop: 2, cell: (user) => groupText(user.group) },
    { key: 'role', header: t('users.role'), drop: 1, cell: (user) => <Role level={user.level} /> },
    { key: 'valid', header: t('users.valid'), cell: (user) => <ValidityTag user={user} /> },
  ];
}

function Who({ user }: { user: User }) {
  const named = user.username.trim() !== '';
  return (
    <Link to={editPath(user.userid)} className="user-who">
      <Avatar name={user.username} />
      <bdi className={named ? 'user-name' : 'user-name muted'}>{nameOf(user)}</bdi>
    </Link>
  );
}

function CardNumber({ cardno }: { cardno: string }) {
  if (cardno === '0') return <span className="muted">–</span>;
  return (
    <span dir="ltr" className="user-card">
      {cardText(cardno)}
    </span>
  );
}

function Role({ level }: { level: number }) {
  return <span className={level === 0 ? 'muted' : undefined}>{levelText(level)}</span>;
}

/** Two lines: who and the ID; what they hold and until when. */
function UserCard({ user }: { user: User }) {
  return (
    <>
      <span className="cards-line">
        <Who user={user} />
        <span className="muted">{user.userid}</span>
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
