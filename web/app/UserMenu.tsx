import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { PasswordDialog } from '../features/accounts/password/PasswordDialog.tsx';
import { signOut } from '../features/accounts/signOut.ts';
import { LanguageDialog } from '../features/devices/display/LanguageDialog.tsx';
import { useLanguageOffered } from '../features/devices/display/terminalLanguage.ts';
import { SuperTag } from '../features/engineer/SuperTag.tsx';
import { t } from '../lib/i18n.ts';
import { useSession } from '../lib/session.ts';
import { useIsSuper } from '../lib/superSession.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { confirm } from '../ui/confirm.ts';
import { Menu } from '../ui/Menu.tsx';

/** Account menu: Modify Password, language, Logout with a confirmation. */
export function UserMenu() {
  const session = useSession();
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<'none' | 'password' | 'language'>('none');
  const offered = useLanguageOffered();
  const isSuper = useIsSuper();
  if (!session) return null;
  const name = session.name || session.account;
  const close = () => setDialog('none');
  const leave = () =>
    confirm({ title: t('logout.title'), body: t('logout.text'), action: t('logout.action'), run: signOut });
  return (
    <>
      <Menu
        label={t('shell.account', { name })}
        className="icon-button user-button"
        trigger={<Avatar name={name} />}
        header={
          <div className="user-head">
            <Avatar name={name} size="large" />
            <div>
              <div className="user-name" dir="auto">
                {name}
              </div>
              <div className="muted">
                {session.account !== name && <bdi>{session.account} · </bdi>}
                {t('shell.level', { level: session.level })}
              </div>
              <SuperTag />
            </div>
          </div>
        }
        groups={[
          [
            { label: t('password.title'), icon: 'key', onSelect: () => setDialog('password') },
            { label: t('page.sessions'), icon: 'shield', onSelect: () => void navigate('/sessions') },
            ...(offered
              ? [{ label: t('shell.language'), icon: 'globe' as const, onSelect: () => setDialog('language') }]
              : []),
            ...(isSuper
              ? [{ label: t('page.debug'), icon: 'sliders' as const, onSelect: () => void navigate('/debug') }]
              : []),
          ],
          [{ label: t('logout.action'), icon: 'signOut', onSelect: () => void leave() }],
        ]}
      />
      {dialog === 'password' && <PasswordDialog account={session.account} onDone={close} onClose={close} />}
      {dialog === 'language' && <LanguageDialog onClose={close} />}
    </>
  );
}
