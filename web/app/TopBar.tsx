import { SuperTag } from '../features/engineer/SuperTag.tsx';
import { AddUserIcon } from '../features/users/form/AddUser.tsx';
import { t } from '../lib/i18n.ts';
import { usePower } from '../lib/power.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { Breadcrumb } from './Breadcrumb.tsx';
import { ConnectionTag } from './ConnectionTag.tsx';
import type { Route } from './routes.tsx';
import { ThemeMenu } from './ThemeMenu.tsx';
import { UserMenu } from './UserMenu.tsx';

export interface TopBarProps {
  route: Route | undefined;
  phone: boolean;
  small: boolean;
  device: string | undefined;
  onToggle: () => void;
}

export function TopBar({ route, phone, small, device, onToggle }: TopBarProps) {
  const power = usePower('user');
  const label = phone ? t('shell.openMenu') : small ? t('shell.expand') : t('shell.collapse');
  return (
    <header className="topbar">
      <IconButton icon={phone ? 'menu' : 'panel'} label={label} onClick={onToggle} />
      {route && <Breadcrumb route={route} phone={phone} />}
      <div className="topbar-end">
        {!phone && device && <span className="topbar-device">{device}</span>}
        {!phone && <SuperTag />}
        {!phone && <ConnectionTag />}
        {phone && route?.path === '/user/userList' && power?.write && <AddUserIcon />}
        <ThemeMenu />
        <UserMenu />
      </div>
    </header>
  );
}
