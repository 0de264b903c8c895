import type { ComponentType } from 'react';
import { loadConsoleTexts } from '../lib/i18n.ts';
import { loadStyle } from './loadStyle.ts';

/** Address of the console's style sheet, put in by the build. */
declare const CONSOLE_STYLE: string;
/** The page names the script that holds the console: what is imported below is a few bytes that import it in turn. */
const SCRIPT = 'meta[name="console"]';

let loading: Promise<ComponentType> | null = null;

/** Everything behind the sign-in: router, shell, data cache and their styles. Asked for while somebody signs in. */
export function loadConsole(): Promise<ComponentType> {
  loading ??= fetchConsole();
  return loading;
}

async function fetchConsole(): Promise<ComponentType> {
  preloadScript(document.querySelector<HTMLMetaElement>(SCRIPT)?.content);
  const [module] = await Promise.all([import('./Console.tsx'), loadStyle(CONSOLE_STYLE, 'second'), loadConsoleTexts()]);
  return module.Console;
}

function preloadScript(address: string | undefined): void {
  if (address === undefined) return;
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.href = address;
  document.head.append(link);
}

/** Begins to fetch it before it is needed; should that fail, the page that needs it says so. */
export function prefetchConsole(): void {
  loadConsole().catch(() => {
    loading = null;
  });
}
