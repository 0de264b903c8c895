import { Suspense } from 'react';
import { useRestart } from '../lib/restart.ts';
import { useSession } from '../lib/session.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import { ToastRegion } from '../ui/ToastRegion.tsx';
import { confirmAddress, testAddress } from './address.ts';
import { LoginPage } from './LoginPage.tsx';
import { lazyCode, lazyPage } from './lazyPage.tsx';
import { loadConsole, prefetchConsole } from './loadConsole.ts';

const Console = lazyCode(loadConsole);
const ConfirmNetworkPage = lazyPage(() =>
  import('../features/network/move/ConfirmNetworkPage.tsx').then((module) => module.ConfirmNetworkPage),
);
const PublicTestPage = lazyPage(() => import('../features/engineer/pages.ts').then((module) => module.PublicTestPage));
const FirstPasswordPage = lazyPage(() => import('./FirstPasswordPage.tsx').then((module) => module.FirstPasswordPage));

/**
 * Signed out: the sign-in page, which is the whole first load. Signed in: the console, fetched only then; with the
 * initial password, only the page that replaces it. A network change can be confirmed with or without a session:
 * the browser has none yet at the terminal's new address. While the terminal restarts nothing can be fetched: the
 * console, which is already loaded, shows it. address.ts keeps the URL in sync.
 */
export function Root() {
  const session = useSession();
  const restarting = useRestart() !== null;
  const loading = (
    <div className="page-loading">
      <Skeleton lines={6} />
    </div>
  );
  return (
    <>
      <Suspense fallback={loading}>
        {location.pathname === confirmAddress ? (
          <ConfirmNetworkPage />
        ) : !session && !restarting && location.pathname === testAddress ? (
          <PublicTestPage />
        ) : !session && !restarting ? (
          <LoginPage prefetch={prefetchConsole} />
        ) : session?.mustChangePassword ? (
          <FirstPasswordPage />
        ) : (
          <Console />
        )}
      </Suspense>
      <ToastRegion />
    </>
  );
}
