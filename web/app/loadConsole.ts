import type { ComponentType } from 'react';
import { loadAllTexts } from '../lib/i18n.ts';

/** Address of the console's style sheet, put in by the build. */
declare const CONSOLE_STYLE: string;

let loading: Promise<ComponentType> | null = null;

/** Everything behind the sign-in: router, shell, data cache and their styles. Asked for while the password is checked. */
export function loadConsole(): Promise<ComponentType> {
  loading ??= Promise.all([import('./Console.tsx'), loadStyle(CONSOLE_STYLE), loadAllTexts()]).then(
    ([module]) => module.Console,
  );
  return loading;
}

/** Begins to fetch it before it is needed; should that fail, the page that needs it says so. */
export function prefetchConsole(): void {
  loadConsole().catch(() => {
    loading = null;
  });
}

function loadStyle(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = address;
    link.onload = () => resolve();
    link.onerror = () => reject(new Error(address));
    document.head.append(link);
  });
}
