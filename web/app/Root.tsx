import { Suspense } from 'react';
import { useSession } from '../lib/session.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import { ToastRegion } from '../ui/ToastRegion.tsx';
import { LoginPage } from './LoginPage.tsx';
import { lazyPage } from './lazyPage.tsx';
import { loadConsole, prefetchConsole } from './loadConsole.ts';

const Console = lazyPage(loadConsole);
const FirstPasswordPage = lazyPage(() => import('./FirstPasswordPage.tsx').then((module) => module.FirstPasswordPage));

/**
 * Signed out: the sign-in page, which is all of the first load. Signed in: the console, fetched only then; with the
 * initial password, the page that replaces it and nothing else. address.ts keeps the address in step.
 */
export function Root() {
  const session = useSession();
  const loading = (
    <div className="page-loading">
      <Skeleton lines={6} />
    </div>
  );
  return (
    <>
      <Suspense fallback={loading}>
        {!session ? (
          <LoginPage prefetch={prefetchConsole} />
        ) : session.mustChangePassword ? (
          <FirstPasswordPage />
        ) : (
          <Console />
        )}
      </Suspense>
      <ToastRegion />
    </>
  );
}
