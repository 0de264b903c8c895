import { useSend as setSend } from '@gen/runtime.ts';
import { createRoot } from 'react-dom/client';
import { activateLanguage, preferredLanguage } from '../lib/i18n.ts';
import { currentSession } from '../lib/session.ts';
import '../lib/historyGate.ts';
import { guardAddress } from './address.ts';
import { Root } from './Root.tsx';
import { send } from './send.ts';

const RELOAD_MS = 1500;

async function start(root: HTMLElement): Promise<void> {
  setSend(send);
  guardAddress(currentSession);
  try {
    await activateLanguage(preferredLanguage());
  } catch {
    /* No catalogue, no words but these. */
    root.textContent = 'Network Error';
    setTimeout(() => location.reload(), RELOAD_MS);
    return;
  }
  createRoot(root).render(<Root />);
}

const root = document.getElementById('root');
if (root) void start(root);
