import { Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { useTerminalLanguage } from '../features/devices/display/terminalLanguage.ts';
import { AlarmBanner } from '../features/events/AlarmBanner.tsx';
import { InfoDialog } from '../features/machine/InfoDialog.tsx';
import { isFitted, onOtherBuild, useDeviceInfo } from '../lib/device.ts';
import { useDocumentTitle } from '../lib/documentTitle.ts';
import { errorText, t } from '../lib/i18n.ts';
import { usePhone } from '../lib/media.ts';
import { readPreference, writePreference } from '../lib/preferences.ts';
import { useQuiet } from '../lib/quiet.ts';
import { useSession } from '../lib/session.ts';
import { wantTitleFocus } from '../lib/titleFocus.ts';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { ConnectionBanner } from './ConnectionBanner.tsx';
import { lazyPart } from './lazyPage.tsx';
import { reloadForNewConsole } from './renew.ts';
import { routes } from './routes.tsx';
import { Sidebar } from './Sidebar.tsx';
import { TopBar } from './TopBar.tsx';

const UpgradeNotice = lazyPart(() =>
  import('../features/upgrade/UpgradeNotice.tsx').then((module) => module.UpgradeNotice),
);

/** Sidebar, top bar and the page between them. */
export function Shell() {
  const { pathname } = useLocation();
  const session = useSession();
  const phone = usePhone();
  const quiet = useQuiet();
  const device = useDeviceInfo(quiet);
  const [small, setSmall] = useState(readPreference('sidebar') === 'small');
  const [drawer, setDrawer] = useState(false);
  const [infoOpen, setInfoOpen] = useState(false);
  const first = useRef(true);
  const route = routes.find(({ path }) => path === pathname);
  const allowed = route !== undefined && (route.group === undefined || (session?.roles.includes(route.group) ?? false));
  const fitted = route?.of === undefined || isFitted(device.info, route.of);
  const refusal = allowed ? (fitted ? undefined : 12043) : 12002;
  useEffect(() => onOtherBuild(reloadForNewConsole), []);
  useTerminalLanguage();
  useDocumentTitle(route ? t(route.title) : '', device.info?.deviceName);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the page changes.
  useLayoutEffect(() => {
    setDrawer(false);
    /* Before the effects of the page, whose header takes the focus. */
    if (!first.current) wantTitleFocus();
    first.current = false;
    scrollTo(0, 0);
  }, [pathname]);

  const toggle = () => {
    if (phone) setDrawer(!drawer);
    else {
      writePreference('sidebar', small ? null : 'small');
      setSmall(!small);
    }
  };
  return (
    <div className="shell" data-small={small && !phone ? '' : undefined} data-level={route?.parent ? 2 : 1}>
      <a className="skip" href="#main">
        {t('app.skip')}
      </a>
      <Sidebar
        phone={phone}
        small={small}
        open={drawer}
        info={device.info}
        onClose={() => setDrawer(false)}
        onInfo={() => {
          setDrawer(false);
          setInfoOpen(true);
        }}
      />
      <div className="shell-main">
        <TopBar route={route} phone={phone} small={small} device={device.info?.deviceName} onToggle={toggle} />
        <ConnectionBanner />
        {quiet && session?.roles.includes('advSetting') && <AlarmBanner />}
        <main id="main" tabIndex={-1} className="content">
          {refusal === undefined ? (
            <Suspense key={pathname} fallback={<Skeleton lines={6} />}>
              <Outlet />
            </Suspense>
          ) : (
            <ErrorState text={errorText(refusal)} way={<ButtonLink to="/">{t('notFound.home')}</ButtonLink>} />
          )}
        </main>
      </div>
      {infoOpen && (
        <InfoDialog
          device={device}
          notice={
            <Suspense>
              <UpgradeNotice />
            </Suspense>
          }
          onClose={() => setInfoOpen(false)}
        />
      )}
    </div>
  );
}
