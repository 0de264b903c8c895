import { Suspense, useEffect } from 'react';
import { BrowserRouter, Navigate, Route, Routes } from 'react-router-dom';
import { mutate, SWRConfig } from 'swr';
import { PasswordAgain } from '../features/accounts/password/PasswordAgain.tsx';
import { SignInAgain } from '../features/accounts/password/SignInAgain.tsx';
import { SuperLogin } from '../features/engineer/SuperLogin.tsx';
import { syncClock } from '../features/time/syncClock.ts';
import '../lib/consoleTexts.ts';
import { loadAllTexts } from '../lib/i18n.ts';
import { polling } from '../lib/polling.ts';
import { readPreference } from '../lib/preferences.ts';
import { onReturn } from '../lib/presence.ts';
import { useQuiet, whenQuiet } from '../lib/quiet.ts';
import { useRestart } from '../lib/restart.ts';
import { takeRestore } from '../lib/restoring.ts';
import { currentSession, type FunctionGroup, takeSignIn, useSession } from '../lib/session.ts';
import { setSiteMap } from '../lib/siteMap.ts';
import { ConfirmHost } from '../ui/ConfirmHost.tsx';
import { fetchPages, savesData } from './fetchPages.ts';
import { MoveHost } from './moveHost.tsx';
import { NotFoundPage } from './NotFoundPage.tsx';
import { sections } from './navigation.ts';
import { RestartScreen } from './RestartScreen.tsx';
import { overviewPath, routes } from './routes.tsx';
import { Shell } from './Shell.tsx';

setSiteMap(routes);

/** The address of a group leads to its first page, and "/" to the users; without permission, to the first permitted page. */
function Home({ group }: { group?: FunctionGroup }) {
  const roles = useSession()?.roles ?? [];
  /* The overview as start page is a preference of this browser. */
  if (group === undefined && readPreference('start') === 'overview' && roles.includes('advSetting')) {
    return <Navigate to={overviewPath} replace />;
  }
  const open = sections.filter((section) => roles.includes(section.group));
  const home = open.find((section) => section.group === (group ?? 'user')) ?? open[0] ?? sections[0];
  return <Navigate to={home?.to ?? '/user/userList'} replace />;
}

/** Prefetches the pages of this account; on a metered network, each page is fetched when it is opened. */
function fetchOtherPages(): (() => void) | undefined {
  if (savesData()) return undefined;
  const ending = new AbortController();
  const roles = currentSession()?.roles ?? [];
  const pages = routes.flatMap(({ group, Page }) =>
    (group === undefined || roles.includes(group)) && 'fetchCode' in Page ? [Page.fetchCode] : [],
  );
  void fetchPages(pages, ending.signal);
  return () => ending.abort();
}

/** Its words come with the texts of the pages, which may not be here yet. */
async function tellRestored(): Promise<void> {
  const [{ sayRestored }] = await Promise.all([import('../features/backup/sayRestored.ts'), loadAllTexts()]);
  await sayRestored();
}

/** The pages of a signed-in account. */
export function Console() {
  const restart = useRestart();
  const quiet = useQuiet();
  useEffect(() => {
    if (!takeSignIn()) return;
    void whenQuiet().then(syncClock);
    if (takeRestore()) void tellRestored();
  }, []);
  useEffect(fetchOtherPages, []);
  /* Data that was not polled during the user's absence is read again. */
  useEffect(() => onReturn(() => void mutate(() => true)), []);
  if (restart) return <RestartScreen restart={restart} />;
  return (
    <SWRConfig value={polling}>
      <BrowserRouter>
        <Routes>
          <Route element={<Shell />}>
            {routes.map(({ path, Page }) => (
              <Route key={path} path={path} element={<Page />} />
            ))}
          </Route>
          <Route path="/" element={<Home />} />
          {sections.map(({ group }) => (
            <Route key={group} path={`/${group}`} element={<Home group={group} />} />
          ))}
          <Route path="/login" element={<Navigate to="/" replace />} />
          <Route path="*" element={<NotFoundPage />} />
        </Routes>
      </BrowserRouter>
      <ConfirmHost />
      {quiet && (
        <Suspense fallback={null}>
          <MoveHost />
        </Suspense>
      )}
      <PasswordAgain />
      <SignInAgain />
      <SuperLogin />
    </SWRConfig>
  );
}
