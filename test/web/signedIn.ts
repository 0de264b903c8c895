/** Before each test somebody is signed in who may write users; nothing of one test is there in the next. For pages with the
 * console's own cache. Import it from the world of the test. */
import { cleanup } from '@testing-library/preact';
import { mutate } from 'swr';
import { afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { activateLanguage } from '../../web/lib/i18n.ts';
import { setSession } from '../../web/lib/session.ts';
import { clearToasts } from '../../web/ui/toast.ts';
import { account } from './account.ts';

beforeAll(() => activateLanguage('en'));

beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  setSession(account({ roles: ['user'] }));
});

afterEach(async () => {
  vi.restoreAllMocks();
  clearToasts();
  setSession(null);
  /* With nothing mounted this only forgets, also that something was asked a moment ago. */
  cleanup();
  await mutate(() => true, undefined);
});
