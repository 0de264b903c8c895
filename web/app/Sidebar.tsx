import type { SetInfoParamReply } from '@gen/machine.ts';
import { useEffect, useRef } from 'react';
import { fullnessOf, fullnessTone } from '../lib/fullness.ts';
import { formatNumber, t } from '../lib/i18n.ts';
import { FullnessTag } from '../ui/FullnessTag.tsx';
import { Icon } from '../ui/Icon.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { BrandMark } from './BrandMark.tsx';
import { SidebarNav } from './SidebarNav.tsx';

export interface SidebarProps {
  phone: boolean;
  /** Icons only; names on hover and focus. */
  small: boolean;
  /** On a phone: the drawer is open. */
  open: boolean;
  info: SetInfoParamReply | undefined;
  onClose: () => void;
  onInfo: () => void;
}

/** Beside the page, or on a phone a drawer: a modal dialog, so Escape closes it and focus stays in it. */
export function Sidebar(props: SidebarProps) {
  const drawer = useRef<HTMLDialogElement>(null);
  const { phone, open, onClose } = props;
  useEffect(() => {
    const dialog = drawer.current;
    if (!phone || !open || !dialog) return undefined;
    dialog.showModal();
    return () => dialog.close();
  }, [phone, open]);
  if (!phone) {
    return (
      <aside className="sidebar" aria-label={t('shell.menu')}>
        <SidebarContent {...props} />
      </aside>
    );
  }
  if (!open) return null;
  return (
    <dialog
      ref={drawer}
      className="drawer"
      aria-label={t('shell.menu')}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onMouseDown={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className="sidebar">
        <SidebarContent {...props} />
      </div>
    </dialog>
  );
}

function SidebarContent({ phone, small, info, onClose, onInfo }: SidebarProps) {
  const hidden = small && !phone;
  return (
    <>
      <div className="sidebar-head">
        <BrandMark />
        {phone && <IconButton icon="close" label={t('shell.closeMenu')} onClick={onClose} />}
      </div>
      <SidebarNav small={hidden} info={info} onChoose={onClose} />
      <button type="button" className="sidebar-info" onClick={onInfo}>
        {hidden ? (
          <>
            <Icon name="info" />
            <span className="nav-label">{t('info.title')}</span>
          </>
        ) : (
          <>
            <span className="visually-hidden">{t('info.title')}</span>
            <SidebarUse info={info} />
          </>
        )}
      </button>
    </>
  );
}

function SidebarUse({ info }: { info: SetInfoParamReply | undefined }) {
  if (!info) return <span className="sidebar-device">{t('info.title')}</span>;
  const share = info.MaxUser > 0 ? Math.min(1, info.users / info.MaxUser) : 0;
  const fullness = fullnessOf(info.users, info.MaxUser);
  const use = { value: formatNumber(info.users), max: formatNumber(info.MaxUser) };
  return (
    <>
      <span className="sidebar-device">
        <span>{info.deviceName}</span>
        <Icon name="info" size={16} />
      </span>
      <span className="sidebar-use">{t('shell.use', use)}</span>
      <FullnessTag fullness={fullness} />
      <span className={`meter-bar meter-thin meter-${fullnessTone[fullness]}`}>
        <span style={{ inlineSize: `${info.users > 0 ? Math.max(1.5, share * 100) : 0}%` }} />
      </span>
    </>
  );
}
