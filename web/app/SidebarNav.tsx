import type { SetInfoParamReply } from '@gen/machine.ts';
import { useEffect, useId, useRef, useState } from 'react';
import { NavLink, useLocation } from 'react-router-dom';
import { t } from '../lib/i18n.ts';
import { useSession } from '../lib/session.ts';
import { Icon } from '../ui/Icon.tsx';
import { type NavSection, pagesOf, sections } from './navigation.ts';
import { overviewPath } from './routes.tsx';

export interface SidebarNavProps {
  /** Icons only; the pages of a group fly out beside its icon. */
  small: boolean;
  info: SetInfoParamReply | undefined;
  /** A page was selected: on a phone the drawer closes. */
  onChoose: () => void;
}

/** The groups the account may see, and the pages of the open one below it. */
export function SidebarNav({ small, info, onChoose }: SidebarNavProps) {
  const session = useSession();
  const { pathname } = useLocation();
  const shown = sections.filter(({ group }) => session?.roles.includes(group));
  const here = pathname === overviewPath ? undefined : shown.find(({ prefix }) => pathname.startsWith(prefix))?.group;
  const [open, setOpen] = useState(here);
  useEffect(() => setOpen(here), [here]);
  const nav = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the page changes.
  useEffect(() => nav.current?.querySelector('.nav-here')?.scrollIntoView?.({ block: 'nearest' }), [pathname]);
  return (
    <nav ref={nav} className="nav-scroll" aria-label={t('shell.navigation')}>
      <ul className="nav">
        {session?.roles.includes('advSetting') && (
          <li className="nav-group">
            <NavLink
              to={overviewPath}
              className={pathname === overviewPath ? 'nav-item nav-here' : 'nav-item'}
              onClick={onChoose}
            >
              <Icon name="panel" />
              <span className="nav-label">{t('page.overview')}</span>
            </NavLink>
          </li>
        )}
        {shown.map((section) => (
          <li key={section.group} className="nav-group">
            {section.unfolds ? (
              <Unfolding
                section={section}
                here={section.group === here}
                small={small}
                info={info}
                open={section.group === open}
                onToggle={() => setOpen(section.group === open ? undefined : section.group)}
                onChoose={onChoose}
              />
            ) : (
              <NavLink
                to={section.to}
                className={section.group === here ? 'nav-item nav-here' : 'nav-item'}
                onClick={onChoose}
              >
                <Icon name={section.icon} />
                <span className="nav-label">{t(section.label)}</span>
              </NavLink>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface UnfoldingProps {
  section: NavSection;
  /** The open page belongs to this group. */
  here: boolean;
  small: boolean;
  open: boolean;
  info: SetInfoParamReply | undefined;
  onToggle: () => void;
  onChoose: () => void;
}

function Unfolding({ section, here, small, open, info, onToggle, onChoose }: UnfoldingProps) {
  const id = useId();
  const label = t(section.label);
  return (
    <>
      <button
        type="button"
        className={here ? 'nav-item nav-within' : 'nav-item'}
        aria-expanded={small ? undefined : open}
        aria-controls={id}
        onClick={onToggle}
      >
        <Icon name={section.icon} />
        <span className="nav-label">{label}</span>
        <Icon name="chevronDown" size={16} className="nav-chevron" />
      </button>
      <ul id={id} className="nav-pages" hidden={!small && !open} aria-label={t('shell.pagesOf', { section: label })}>
        {pagesOf(section, info).map(({ path, title }) => (
          <li key={path}>
            <NavLink
              to={path}
              className={({ isActive }) => (isActive ? 'nav-page nav-here' : 'nav-page')}
              onClick={onChoose}
            >
              {t(title)}
            </NavLink>
          </li>
        ))}
      </ul>
    </>
  );
}
