import { useSend as setSend } from '@gen/runtime.ts';
import { createRoot } from 'react-dom/client';
import { activateLanguage, preferredLanguage } from '../lib/i18n.ts';
import { reloadSoon } from '../lib/reload.ts';
import { currentSession } from '../lib/session.ts';
import '../lib/historyGate.ts';
import { guardAddress } from './address.ts';
import { Root } from './Root.tsx';
import { send } from './send.ts';
import { shareWithTabs } from './shareWithTabs.ts';
import { beginWithSession } from './startRows.ts';

async function start(root: HTMLElement): Promise<void> {
  setSend(send);
  guardAddress(currentSession);
  beginWithSession();
  const shared = shareWithTabs();
  try {
    await activateLanguage(preferredLanguage());
  } catch {
    /* Without a catalogue there are only these texts. */
    root.textContent = 'Network Error';
    reloadSoon();
    return;
  }
  await shared;
  createRoot(root).render(<Root />);
}

const root = document.getElementById('root');
if (root) void start(root);
