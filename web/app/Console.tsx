import { useEffect } from 'react';
import { BrowserRouter, Navigate, Route, Routes } from 'react-router-dom';
import { mutate, SWRConfig } from 'swr';
import { MoveHost } from '../features/network/MoveHost.tsx';
import { polling } from '../lib/polling.ts';
import { onReturn } from '../lib/presence.ts';
import { useRestart } from '../lib/restart.ts';
import { type FunctionGroup, takeSignIn, useSession } from '../lib/session.ts';
import { setSiteMap } from '../lib/siteMap.ts';
import { ConfirmHost } from '../ui/ConfirmHost.tsx';
import { NotFoundPage } from './NotFoundPage.tsx';
import { sections } from './navigation.ts';
import { RestartScreen } from './RestartScreen.tsx';
import './pageKit.ts';
import { routes } from './routes.tsx';
import { Shell } from './Shell.tsx';

setSiteMap(routes);

/** The address of a group leads to its first page, and «/» to the users; where the account may not go, to where it may. */
function Home({ group = 'user' }: { group?: FunctionGroup }) {
  const roles = useSession()?.roles ?? [];
  const open = sections.filter((section) => roles.includes(section.group));
  const home = open.find((section) => section.group === group) ?? open[0] ?? sections[0];
  return <Navigate to={home?.to ?? '/user/userList'} replace />;
}

/** The pages of a signed-in account. */
export function Console() {
  const restart = useRestart();
  useEffect(() => {
    if (takeSignIn()) void import('../features/time/syncClock.ts').then(({ syncClock }) => syncClock());
  }, []);
  /* What stood still while nobody was there is asked for again. */
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
      <MoveHost />
    </SWRConfig>
  );
}
