import { BrowserRouter, Navigate, Route, Routes } from 'react-router-dom';
import { SWRConfig } from 'swr';
import { ConfirmHost } from '../ui/ConfirmHost.tsx';
import { NotFoundPage } from './NotFoundPage.tsx';
import { routes } from './routes.tsx';
import { Shell } from './Shell.tsx';

/* A call that failed said so itself; when the terminal is back, everything is asked for again. */
const cache = { shouldRetryOnError: false, revalidateOnReconnect: false } as const;

/** The pages of a signed-in account. */
export function Console() {
  return (
    <SWRConfig value={cache}>
      <BrowserRouter>
        <Routes>
          <Route element={<Shell />}>
            {routes.map(({ path, Page }) => (
              <Route key={path} path={path} element={<Page />} />
            ))}
          </Route>
          <Route path="/" element={<Navigate to="/user" replace />} />
          <Route path="/user" element={<Navigate to="/user/userList" replace />} />
          <Route path="/login" element={<Navigate to="/" replace />} />
          <Route path="*" element={<NotFoundPage />} />
        </Routes>
      </BrowserRouter>
      <ConfirmHost />
    </SWRConfig>
  );
}
